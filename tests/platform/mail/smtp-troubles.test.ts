import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailTransport, PATIENCE } from '#platform/mail/mail-transport.port.ts';
import { createSmtpTransport } from '#platform/mail/mail-transport.smtp.ts';
import { readSender, smtpSettings } from '#platform/mail/smtp-settings.ts';
import { aMail, createMailWorld, type MailWorld, running } from './mail-world.ts';
import { Refusal, type SmtpPhase, type SmtpTestServer, startSmtpServer } from './smtp-test-server.ts';

const MINUTE = 60_000;
const from = readSender('no-reply@tallyboard.test');

let world: MailWorld;
let server: SmtpTestServer;
let transport: MailTransport;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.dispose());
beforeEach(async () => {
  await world.pool.query('DELETE FROM mail_outbox');
  server = await startSmtpServer();
  transport = createSmtpTransport({ settings: smtpSettings(server.url), from, scheduler: world.scheduler });
});
afterEach(async () => {
  await transport.close();
  await server.close();
});

const post = (id: string, address = 'ana@people.test') =>
  world.outbox.post(aMail({ to: { name: '', address } }), { id });
/** From now on the server answers at that step only when `until` resolves. Resolves when it is there first. */
function silentAt(step: SmtpPhase, until: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.feels((phase) => {
    if (phase !== step) return undefined;
    resolve();
    return until;
  });
  return promise;
}
const receivers = () => server.received.flatMap(({ recipients }) => recipients);

describe('a mail server', () => {
  it('that is away gets its mail when it is back; meanwhile everybody can see it', async () => {
    const sender = world.sender(transport);
    await server.close();
    await post('one', 'one@people.test');
    await post('two', 'two@people.test');
    await sender.sweep(running);
    await sender.sweep(running);
    expect(sender.server()).toBe('away');
    expect(await world.states()).toEqual({ one: 'waiting', two: 'waiting' });
    const metrics = await sender.metrics();
    expect(metrics).toContain('tallyboard_mail_waiting 2');
    expect(metrics).toContain('tallyboard_mail_server_ready 0');
    expect(sender.lines.filter(({ level }) => level === 50)).toHaveLength(1);
    await server.open();
    await world.pass(MINUTE);
    await sender.sweep(running);
    expect(sender.server()).toBe('answers');
    expect(receivers()).toHaveLength(2);
    expect(new Set(receivers())).toEqual(new Set(['one@people.test', 'two@people.test']));
  });

  it('that went away behind a kept connection is asked anew', async () => {
    const sender = world.sender(transport);
    await post('one');
    await sender.sweep(running);
    await server.close();
    await server.open();
    await post('two');
    await sender.sweep(running);
    expect(await world.states()).toEqual({ one: 'sent', two: 'sent' });
    expect(server.received).toHaveLength(2);
  });

  it('that never answers delays no other mail, and gets its mail later', async () => {
    const sender = world.sender(transport);
    const release = Promise.withResolvers<void>();
    const asked = silentAt('rcpt', release.promise);
    await post('slow');
    const sweep = sender.sweep(running);
    await asked;
    await world.pass(PATIENCE.beforeBegin);
    await sweep;
    expect(await world.row('slow')).toMatchObject({ state: 'waiting', tries: 1 });
    release.resolve();
    server.feels(() => {});
    await world.pass(MINUTE);
    await sender.sweep(running);
    expect(await world.state('slow')).toBe('sent');
    expect(server.received).toHaveLength(1);
  });

  it('that accepts a mail without a reply does not get it twice, nor the others one by one', async () => {
    const sender = world.sender(transport);
    const asked = silentAt('message', new Promise(() => {}));
    await post('one');
    await post('two');
    const sweep = sender.sweep(running);
    await asked;
    await world.pass(PATIENCE.afterBegin);
    await sweep;
    await sender.sweep(running);
    expect(Object.values(await world.states()).sort()).toEqual(['uncertain', 'waiting']);
    server.feels(() => {});
    await world.pass(MINUTE);
    await sender.sweep(running);
    expect(Object.values(await world.states()).sort()).toEqual(['sent', 'uncertain']);
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('that rejects a recipient permanently fails that mail and takes the others', async () => {
    const sender = world.sender(transport);
    server.feels((phase, about) => {
      if (phase === 'rcpt' && about.startsWith('gone')) throw new Refusal(550, 'no such user');
    });
    await post('gone', 'gone@people.test');
    await post('here', 'here@people.test');
    await sender.sweep(running);
    expect(await world.states()).toEqual({ gone: 'failed', here: 'sent' });
    expect((await world.row('gone'))?.reason).toContain('no such user');
    expect(sender.lines.filter(({ mail, level }) => mail === 'gone' && level === 50)).toHaveLength(1);
    expect(await sender.metrics()).toContain('tallyboard_mail_outcomes_total{outcome="failed"} 1');
  });

  it.each([
    ['rcpt', 451],
    ['message', 452],
  ] as const)(
    'that asks to come again (%s, %i) gets the mail later, less and less often',
    async (phase, code) => {
      const sender = world.sender(transport);
      server.feels((now) => {
        if (now === phase) throw new Refusal(code, 'come again');
      });
      await post('grey');
      for (const [tries, wait] of [30, 60, 120].entries()) {
        await sender.sweep(running);
        expect(await world.row('grey')).toMatchObject({ state: 'waiting', tries: tries + 1 });
        await world.pass((wait - 5) * 1000);
        await sender.sweep(running);
        expect(await world.row('grey')).toMatchObject({ tries: tries + 1 });
        await world.pass(5000);
      }
      server.feels(() => {});
      await sender.sweep(running);
      expect(await world.state('grey')).toBe('sent');
    },
  );

  it('that rejects the content fails the mail; one that rejects the sender is tried again', async () => {
    const sender = world.sender(transport);
    server.feels((phase) => {
      if (phase === 'message') throw new Refusal(554, 'looks like spam');
    });
    await post('spam');
    await sender.sweep(running);
    expect(await world.state('spam')).toBe('failed');
    server.feels((phase) => {
      if (phase === 'mail') throw new Refusal(550, 'who are you');
    });
    await post('mine');
    await sender.sweep(running);
    expect(await world.state('mine')).toBe('waiting');
    expect(sender.server()).toBe('away');
    await world.pass(4 * 24 * 60 * MINUTE);
    await sender.sweep(running);
    expect(await world.state('mine')).toBe('failed');
  });
});
