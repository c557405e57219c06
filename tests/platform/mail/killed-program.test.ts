import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageId } from '#platform/mail/mail-transport.smtp.ts';
import { readSender } from '#platform/mail/smtp-settings.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { aMail, createMailWorld, type MailWorld } from './mail-world.ts';
import { type SmtpTestServer, startSmtpServer } from './smtp-test-server.ts';

const MAIL_FROM = 'Tallyboard <no-reply@tallyboard.test>';

let world: MailWorld;
let server: SmtpTestServer;
const folder = temporaryDataDir();
beforeAll(async () => {
  world = await createMailWorld();
  server = await startSmtpServer();
});
afterAll(async () => {
  await server.close();
  await world.dispose();
  folder.remove();
});

describe('the whole program, killed while it mails', () => {
  it('sends the mails it had not begun, and none twice', async () => {
    const environment = { DATABASE_URL: world.database.url, SMTP_URL: server.url, MAIL_FROM };
    const start = () => startBuiltProgram(folder.dataDir, ['--api-only', '--empty'], environment);
    const ids = Array.from({ length: 20 }, (_, n) => `mail ${n}`);
    await Promise.all(ids.map((id) => world.outbox.post(aMail({ subject: id }), { id })));
    const reached = Promise.withResolvers<void>();
    server.feels((phase) => {
      if (phase !== 'message' || server.received.length < 5) return;
      reached.resolve();
      return new Promise(() => {});
    });
    const first = await start();
    await reached.promise;
    await first.kill();
    // As if the time of its claims were over.
    await world.pool.query(`UPDATE mail_outbox SET due_at = now() WHERE state = 'claimed'`);
    server.feels(() => {});
    const second = await start();
    const left = async () => Object.values(await world.states()).filter((state) => state === 'waiting');
    await expect.poll(async () => (await left()).length, { message: 'mails that are left' }).toBe(0);
    await expect.poll(() => server.received.length, { message: 'received mails' }).toBe(ids.length);
    await second.stop();
    const times = ids.map((id) => server.times(messageId(id, readSender(MAIL_FROM))));
    expect(times).toEqual(ids.map(() => 1));
    const open = Object.values(await world.states()).filter((state) => state !== 'sent');
    // Its lease still runs; then the mail is reported, see infra/adr/0020. On a slow machine a second sender had begun.
    expect(new Set(open)).toEqual(new Set(['handing over']));
  });
});
