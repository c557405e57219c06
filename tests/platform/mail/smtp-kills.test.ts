import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageId } from '#platform/mail/mail-transport.smtp.ts';
import { readSender } from '#platform/mail/smtp-settings.ts';
import { seededRandom } from '#tests/support/random.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';
import { aMail, createMailWorld, type MailWorld } from './mail-world.ts';
import { type SmtpPhase, type SmtpTestServer, startSmtpServer } from './smtp-test-server.ts';

const FIVE_MINUTES = 5 * 60_000;
const from = readSender('no-reply@tallyboard.test');

let world: MailWorld;
let server: SmtpTestServer;
beforeEach(async () => {
  world = await createMailWorld();
  server = await startSmtpServer();
});
afterEach(async () => {
  await server.close();
  await world.dispose();
});

const sending = builtProgram('sender');

/** A sender in a process of its own. Those that come later know, by their clock, that the one before is dead. */
function startSender(generation = 0) {
  const args = [world.database.url, server.url, String(generation * FIVE_MINUTES)];
  const child = spawn(process.execPath, [sending.path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: sending.env,
  });
  const exited = once(child, 'exit');
  return {
    async idle(): Promise<void> {
      await once(child.stdout, 'data');
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Posts a mail, and kills the first sender when the server has come to that phase of it. */
async function killSenderAt(phase: SmtpPhase): Promise<void> {
  const reached = Promise.withResolvers<void>();
  server.feels(async (now) => {
    if (now !== phase) return;
    reached.resolve();
    await new Promise(() => {});
  });
  await world.outbox.post(aMail(), { id: 'mail' });
  const first = startSender();
  await reached.promise;
  await first.kill();
}

const times = (id: string) => server.times(messageId(id, from));

describe('kill -9 of a sender', () => {
  const harmless: SmtpPhase[] = ['connect', 'mail', 'rcpt'];
  it.each(harmless)('before it began (%s): the next one sends the mail, once', async (phase) => {
    await killSenderAt(phase);
    expect(await world.state('mail')).toBe('claimed');
    server.feels(() => {});
    const second = startSender(1);
    await second.idle();
    await second.kill();
    expect(await world.state('mail')).toBe('sent');
    expect(times('mail')).toBe(1);
  });

  it('while the server has the mail and has not said so: it is uncertain, and never sent again', async () => {
    await killSenderAt('message');
    expect(await world.state('mail')).toBe('handing over');
    server.feels(() => {});
    const second = startSender(1);
    await second.idle();
    await second.idle();
    await second.kill();
    expect(await world.state('mail')).toBe('uncertain');
    expect(times('mail')).toBe(1);
  });

  it('while it begins: nothing is sent twice, and it is known that it may be lost', async () => {
    await world.outbox.post(aMail(), { id: 'mail' });
    const holder = await world.pool.connect();
    // From the claim on the row may not change otherwise, so that the mark is requested and not made.
    server.feels(async (now) => {
      if (now !== 'rcpt') return;
      await holder.query('BEGIN');
      await holder.query(`SELECT 1 FROM mail_outbox WHERE id = 'mail' FOR UPDATE`);
    });
    const first = startSender();
    const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                       AND datname = current_database() AND query LIKE '%handing over%'`;
    const waits = async () => (await world.pool.query(isWaiting)).rowCount;
    await expect.poll(waits, { message: 'senders that wait for the row' }).toBe(1);
    await first.kill();
    await holder.query('COMMIT');
    holder.release();
    server.feels(() => {});
    const second = startSender(1);
    await second.idle();
    await second.kill();
    expect(['sent', 'uncertain']).toContain(await world.state('mail'));
    expect(times('mail')).toBe((await world.state('mail')) === 'sent' ? 1 : 0);
  });

  it('at any moment, again and again: no mail twice, none lost without being named', {
    tags: ['reliability-31'],
  }, async () => {
    const random = seededRandom(11);
    const ids = Array.from({ length: 150 }, (_, n) => `mail ${n}`);
    await Promise.all(ids.map((id) => world.outbox.post(aMail({ subject: id }), { id })));
    const kills = 10;
    for (let generation = 0; generation < kills; generation += 1) {
      let left = 5 + Math.floor(random() * 40);
      const enough = Promise.withResolvers<void>();
      server.feels(async () => {
        left -= 1;
        if (left <= 0) enough.resolve();
        await sleep(random() * 8);
      });
      const sender = startSender(generation);
      await enough.promise;
      await sender.kill();
    }
    server.feels(() => {});
    const last = startSender(kills);
    await last.idle();
    await last.kill();
    const states = await world.states();
    const uncertain = ids.filter((id) => states[id] === 'uncertain');
    expect(ids.filter((id) => times(id) > 1)).toEqual([]);
    expect(ids.filter((id) => states[id] === 'sent' && times(id) !== 1)).toEqual([]);
    expect(ids.filter((id) => states[id] !== 'sent' && states[id] !== 'uncertain')).toEqual([]);
    expect(uncertain.length).toBeLessThanOrEqual(3 * kills);
  });
});
