import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpTransport } from '#platform/mail/mail-transport.smtp.ts';
import { readSender, smtpSettings } from '#platform/mail/smtp-settings.ts';
import { aMail } from './mail-world.ts';
import { startSmtpServer } from './smtp-test-server.ts';

const mail = { ...aMail(), id: 'mail', companyId: null, postedAt: '2026-11-21T08:00:00.000Z' };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function deliver(options: SMTPServerOptions, urlOf: (port: number) => string) {
  const server = await startSmtpServer(options);
  const transport = createSmtpTransport({
    settings: smtpSettings(urlOf(server.port)),
    from: readSender('no-reply@tallyboard.test'),
  });
  closers.push(transport.close, server.close);
  const delivery = await transport.deliver(mail, async () => true);
  const checked = await transport.check().then(
    () => 'fine',
    () => 'away',
  );
  return { delivery, checked, server };
}

describe('the URL of a mail server', () => {
  const signedByItself = { secure: true, authOptional: true };

  it('smtps: uses TLS from the start, and only with a trusted certificate', {
    tags: ['asvs-12.3.2'],
  }, async () => {
    const strict = await deliver(signedByItself, (port) => `smtps://127.0.0.1:${port}`);
    expect(strict.delivery).toMatchObject({ kind: 'later', scope: 'server' });
    expect(strict.checked).toBe('away');
    expect(strict.server.received).toEqual([]);
    const lax = await deliver(signedByItself, (port) => `smtps://127.0.0.1:${port}?rejectUnauthorized=false`);
    expect(lax.delivery).toEqual({ kind: 'sent' });
    expect(lax.checked).toBe('fine');
  });

  it('signs in with its user and password, over TLS', async () => {
    const options = { authOptional: false };
    const url = (port: number) =>
      `smtp://us%40er:p%3Aw@127.0.0.1:${port}?requireTLS=true&rejectUnauthorized=false`;
    const { delivery, server } = await deliver(options, url);
    expect(delivery).toEqual({ kind: 'sent' });
    expect(server.seen.logins).toContain('us@er:p:w');
  });

  it('sends nothing to a server without TLS when TLS is required', async () => {
    const { delivery, server } = await deliver({}, (port) => `smtp://127.0.0.1:${port}?requireTLS=true`);
    expect(delivery).toMatchObject({ kind: 'later', scope: 'server' });
    expect(server.received).toEqual([]);
  });

  it('waits when it is not let in: the password will be mended', async () => {
    const options: SMTPServerOptions = {
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('wrong password')),
    };
    const url = (port: number) => `smtp://me:wrong@127.0.0.1:${port}?rejectUnauthorized=false`;
    const { delivery, server } = await deliver(options, url);
    expect(delivery).toMatchObject({ kind: 'later', scope: 'server' });
    expect(server.received).toEqual([]);
  });
});
