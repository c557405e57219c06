import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import { createSmtpTransport } from '#platform/mail/mail-transport.smtp.ts';
import { createMailQueue } from '#platform/mail/outbox.postgres.ts';
import { readSender, smtpSettings } from '#platform/mail/smtp-settings.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { aMail, createMailWorld, type MailWorld, running } from './mail-world.ts';
import { type SmtpTestServer, startSmtpServer } from './smtp-test-server.ts';

let world: MailWorld;
let server: SmtpTestServer;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let transport: ReturnType<typeof createSmtpTransport>;
beforeAll(async () => {
  world = await createMailWorld();
  server = await startSmtpServer();
  proxy = await startTcpProxy(new URL(world.database.url));
  transport = createSmtpTransport({
    settings: smtpSettings(server.url),
    from: readSender('no-reply@tallyboard.test'),
    scheduler: world.scheduler,
  });
});
afterAll(async () => {
  await transport.close();
  await server.close();
  await proxy.close();
  await world.dispose();
});

describe('the database away', () => {
  it.each(['rcpt', 'message'] as const)(
    'in the middle of a mail (%s) costs no mail and doubles none',
    async (phase) => {
      const pool = createPool(proxy.url, { max: 4 });
      const sender = world.sender(transport, createMailQueue({ pool, clock: world.clock }));
      const before = server.received.length;
      await world.outbox.post(aMail(), { id: phase });
      let cuts = 0;
      server.feels(async (now) => {
        if (now !== phase || cuts > 0) return;
        cuts += 1;
        await proxy.cut();
      });
      const waits = world.nextPause();
      const sweep = sender.sweep(running);
      await waits;
      await proxy.mend();
      await world.pass(1_000);
      await sweep;
      expect(cuts).toBe(1);
      await world.pass(60_000);
      await sender.sweep(running);
      expect(await world.state(phase)).toBe('sent');
      expect(server.received).toHaveLength(before + 1);
      await pool.end();
    },
  );
});
