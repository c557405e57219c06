import { describe } from 'vitest';
import { createMailboxTransport, readMailbox } from '#platform/mail/mail-transport.mailbox.ts';
import { mailSuite } from './mail.suite.ts';

describe('mail to the development mailbox', () => {
  mailSuite(async ({ pool, clock }) => ({
    transport: createMailboxTransport({ pool, clock }),
    arrived: async () =>
      (await readMailbox(pool, 1000))
        .map(({ to, subject, text, html }) => ({ to, subject, text, html }))
        .reverse(),
    close: async () => {},
  }));
});
