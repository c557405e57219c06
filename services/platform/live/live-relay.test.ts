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
    const { relay, publish, refuse, attempts } = relayWithServer();
    relay.up();
    refuse(true);
    publish(1);
    await time.pass(6);
    await relay.bus.close();
    publish(2);
    await time.pass(5_000);
    expect(attempts()).toBe(1);
  });
});
