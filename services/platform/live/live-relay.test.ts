import { beforeEach, describe, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { createLog } from '../log.ts';
import type { LiveMessage } from './live-bus.port.ts';
import { createRelay } from './live-relay.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

const log = createLog('silent');
const committed = (position: number): LiveMessage => ({ kind: 'committed', position, changes: [] });
const brief = (message: LiveMessage) => (message.kind === 'committed' ? message.position : message.kind);

/** A relay and another process that hears what was accepted; each transmission takes 5 ms. */
function relayWithServer() {
  const elsewhere: (number | string)[] = [];
  const here: (number | string)[] = [];
  let refuses = false;
  let attempts = 0;
  const other = createRelay({ log, transmit: async () => {}, disconnect: async () => {} });
  other.bus.subscribe((message) => elsewhere.push(brief(message)));
  const relay = createRelay({
    log,
    scheduler: time.scheduler,
    async transmit(texts) {
      attempts += 1;
      await time.scheduler.pause(5);
      if (refuses) throw new Error('the server refuses');
      for (const text of texts) other.receive(text);
    },
    disconnect: async () => {},
  });
  relay.bus.subscribe((message) => here.push(brief(message)));
  return {
    ...{ relay, elsewhere, here },
    publish: (position: number) => relay.bus.publish(committed(position)),
    refuse: (on: boolean) => {
      refuses = on;
    },
    attempts: () => attempts,
  };
}

describe('a live relay', () => {
  it('tells its own process that news was missed when the connection is up, and others nothing', async () => {
    const { relay, here, elsewhere } = relayWithServer();
    relay.up();
    await time.pass(1_000);
    expect({ here, elsewhere }).toEqual({ here: ['missed'], elsewhere: [] });
  });

  it('reports a refused message as missed once the server accepts again, without further news', async () => {
    const { relay, elsewhere, publish, refuse, attempts } = relayWithServer();
    relay.up();
    refuse(true);
    publish(1);
    await time.pass(2_000);
    expect(elsewhere).toEqual([]);
    expect(attempts()).toBeGreaterThan(4);
    refuse(false);
    await time.pass(260);
    expect(elsewhere).toEqual(['missed']);
    const settled = attempts();
    await time.pass(10_000);
    expect(attempts()).toBe(settled);
  });

  it('reports missed news at once, before the next message', async () => {
    const { relay, elsewhere, publish, refuse } = relayWithServer();
    relay.up();
    refuse(true);
    publish(1);
    publish(2);
    await time.pass(6);
    refuse(false);
    publish(3);
    await time.pass(12);
    expect(elsewhere).toEqual(['missed', 3]);
  });

  it('reports on reconnection that messages in between were missed', async () => {
    const { relay, elsewhere, publish } = relayWithServer();
    relay.up();
    relay.down();
    publish(1);
    await time.pass(1_000);
    expect(elsewhere).toEqual([]);
    relay.up();
    publish(2);
    await time.pass(12);
    expect(elsewhere).toEqual(['missed', 2]);
  });

  it('keeps messages that wait when the connection breaks until the next one', async () => {
    const { relay, elsewhere, publish } = relayWithServer();
    relay.up();
    publish(1);
    publish(2);
    relay.down();
    await time.pass(1_000);
    expect(elsewhere).toEqual([1]);
    relay.up();
    await time.pass(6);
    expect(elsewhere).toEqual([1, 2]);
  });

  it('tries no transmission while it is disconnected', async () => {
    const { relay, publish, refuse, attempts } = relayWithServer();
    relay.up();
    refuse(true);
    publish(1);
    await time.pass(6);
    relay.down();
    await time.pass(5_000);
    expect(attempts()).toBe(1);
  });

  it('replaces more than 1,000 waiting messages by one that says they were missed', async () => {
    const { relay, elsewhere, publish } = relayWithServer();
    relay.up();
    // The first is on its way; so the 1,002nd would be the 1,001st that waits.
    for (let position = 1; position <= 1_002; position++) publish(position);
    await time.pass(1_000);
    expect(elsewhere).toEqual([1, 'missed', 1_002]);
  });

  it('sends nothing after it was closed', async () => {
    const { relay, here, publish, refuse, attempts } = relayWithServer();
    relay.up();
    refuse(true);
    publish(1);
    await time.pass(6);
    await relay.bus.close();
    expect(time.waiting()).toBe(0);
    publish(2);
    await time.pass(5_000);
    expect(attempts()).toBe(1);
    expect(here).toEqual(['missed', 1]);
  });

  it('tells others that it could say nothing before it was connected, as soon as it is', async () => {
    const { relay, elsewhere, publish, attempts } = relayWithServer();
    publish(1);
    await time.pass(1_000);
    expect(attempts()).toBe(0);
    relay.up();
    await time.pass(6);
    expect(elsewhere).toEqual(['missed']);
  });

  it('sends a message of at most so many bytes whole, and one that is longer without its keys', async () => {
    const keys = [{ employee_id: 'ada' }];
    const changes = [{ model: 'directory', companyId: 'c', keys }];
    const message = { kind: 'committed', position: 1, changes } as const;
    const sent = async (limit: number): Promise<string> => {
      let text = '';
      const transmit = async ([first = '']: readonly string[]) => {
        text = first;
      };
      const relay = createRelay({ log, limit, transmit, disconnect: async () => {} });
      relay.up();
      relay.bus.publish(message);
      return text;
    };
    const whole = await sent(Number.POSITIVE_INFINITY);
    expect(JSON.parse(whole).message).toEqual(message);
    expect(JSON.parse(await sent(whole.length)).message).toEqual(message);
    const shortened = JSON.parse(await sent(whole.length - 1)).message;
    expect(shortened).toEqual({ ...message, changes: [{ ...changes[0], keys: [] }] });
  });
});

describe('a text from another process', () => {
  const from = { from: 'another process', number: 1 };
  const heard = (text: string): LiveMessage[] => {
    const { relay } = relayWithServer();
    const messages: LiveMessage[] = [];
    relay.bus.subscribe((message) => messages.push(message));
    relay.receive(text);
    return messages;
  };
  const changes = [{ model: 'directory', companyId: 'c', keys: [{ employee_id: 'ada' }] }];
  const key = { employee_id: 'ada' };
  const batch = { kind: 'uncommitted', position: 1, model: 'employee-days', companyId: 'c' };
  const row = { sales: 1, employee_id: 'ada', is_open: true, ended_at: null };

  it.each([
    { kind: 'committed', position: 1, changes },
    { ...batch, rows: [{ key, row }] },
    { ...batch, rows: [{ key, row: null }] },
    { kind: 'revoked', employeeId: 'ada', sessionId: 's' },
    { kind: 'revoked', employeeId: 'ada', sessionId: null },
    { kind: 'missed' },
  ])('is heard as it was sent: %j', (message) => {
    expect(heard(JSON.stringify({ ...from, message }))).toEqual([message]);
  });

  it.each([
    'no JSON',
    'null',
    '{}',
    JSON.stringify({ from: 'another process', message: { kind: 'missed' } }),
    JSON.stringify({ number: 1, message: { kind: 'committed', position: 1, changes } }),
    ...[
      null,
      {},
      { kind: 'another', position: 1, changes },
      { kind: 'committed', changes },
      { kind: 'committed', position: 'first', changes },
      { kind: 'committed', position: 1 },
      { kind: 'committed', position: 1, changes: [{ model: 'directory', keys: [] }] },
      { kind: 'committed', position: 1, changes: [{ model: 'directory', companyId: 'c', keys: [1] }] },
      { kind: 'committed', position: 1, changes: [{ companyId: 'c', keys: [] }] },
      { ...batch },
      { ...batch, position: null, rows: [] },
      { ...batch, rows: [{ row }] },
      { ...batch, rows: [{ key }] },
      { ...batch, rows: [{ key, row: { sales: {} } }] },
      { kind: 'revoked', sessionId: null },
      { kind: 'revoked', employeeId: 'ada' },
    ].map((message) => JSON.stringify({ ...from, message })),
  ])('that is no message of this version counts as missed news: %s', (text) => {
    expect(heard(text)).toEqual([{ kind: 'missed' }]);
  });
});
