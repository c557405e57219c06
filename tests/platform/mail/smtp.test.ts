import { describe } from 'vitest';
import { createSmtpTransport } from '#platform/mail/mail-transport.smtp.ts';
import { readSender, smtpSettings } from '#platform/mail/smtp-settings.ts';
import { mailSuite } from './mail.suite.ts';
import { startSmtpServer } from './smtp-test-server.ts';

describe('mail by SMTP', () => {
  mailSuite(async () => {
    const server = await startSmtpServer();
    const transport = createSmtpTransport({
      settings: smtpSettings(server.url),
      from: readSender('Tallyboard <no-reply@tallyboard.test>'),
    });
    return {
      transport,
      arrived: async () =>
        server.received.map(({ recipients, email }) => ({
          to: recipients.join(),
          subject: email.subject ?? '',
          text: ended(email.text),
          html: ended(email.html),
        })),
      close: async () => {
        await transport.close();
        await server.close();
      },
    };
  });
});

/** The parser adds an empty line to what had one at its end. */
function ended(body = ''): string {
  return body.replace(/\n+$/, '\n');
}
