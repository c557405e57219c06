import { describe, expect, it } from 'vitest';
import { simulateReaders } from '#tests/platform/http/simulated-news.ts';
import type { LiveMessage } from '../live/live-bus.port.ts';
import { createReplyCache, REUSED_MS } from './reply-cache.ts';

function cacheUnderTest(mostBytes?: number) {
  let tell: (message: LiveMessage) => void = () => {};
  let made = 0;
  const world = { position: 10, time: 5_000 };
  const cache = createReplyCache<{ refusal: string }>({
    bus: {
      subscribe(handler) {
        tell = handler;
        return () => {};
      },
    },
    progress: { position: () => world.position },
    now: () => world.time,
    ...(mostBytes === undefined ? {} : { mostBytes }),
  });
  const ask = (key = 'co /x', { needed = 0, companyId = 'co' } = {}) =>
    cache.take({ key, companyId, models: ['sales'], needed }, async () => Buffer.from(`made ${++made}`));
  const committed = (position: number, model = 'sales', companyId = 'co') =>
    tell({ kind: 'committed', position, changes: [{ model, companyId, keys: [] }] });
  const text = async (reply: ReturnType<typeof ask>) => String(await reply);
  return { world, cache, ask, committed, missed: () => tell({ kind: 'missed' }), text };
}

describe('a reply', () => {
  it('is made once for concurrent requests, and reused', async () => {
    const { ask, text } = cacheUnderTest();
    expect(await Promise.all([text(ask()), text(ask())])).toEqual(['made 1', 'made 1']);
    expect(String(ask())).toBe('made 1');
  });

  it('is made again when a read model of its company changed, and only then', async () => {
    const { ask, committed, text } = cacheUnderTest();
    await ask();
    committed(11, 'goals');
    committed(12, 'sales', 'other');
    expect(await text(ask())).toBe('made 1');
    committed(13);
    expect(await text(ask())).toBe('made 2');
  });

  it('is not stored when the change came while it was being made', async () => {
    const { ask, committed, text } = cacheUnderTest();
    const under = ask();
    committed(11);
    expect(await text(under)).toBe('made 1');
    expect(await text(ask())).toBe('made 2');
  });

  it('is not given to a reader of a position that the news have not reached', async () => {
    const { world, ask, committed, text } = cacheUnderTest();
    await ask();
    world.position = 20;
    expect(await text(ask('co /x', { needed: 20 }))).toBe('made 2');
    // Now it is known to contain everything up to 20.
    expect(await text(ask('co /x', { needed: 20 }))).toBe('made 2');
    world.position = 30;
    committed(30, 'goals');
    expect(await text(ask('co /x', { needed: 30 }))).toBe('made 2');
    world.position = 31;
    expect(await text(ask('co /x', { needed: 31 }))).toBe('made 3');
  });

  it('is made again after lost news', async () => {
    const { ask, missed, text, cache } = cacheUnderTest();
    await ask();
    missed();
    expect(cache.size()).toBe(0);
    expect(await text(ask())).toBe('made 2');
  });

  it('is at most a second old, and is renewed earlier while it is in use', async () => {
    const { world, ask, text } = cacheUnderTest();
    await ask();
    world.time += REUSED_MS - 1;
    expect(await text(ask())).toBe('made 1');
    await new Promise(setImmediate);
    expect(await text(ask())).toBe('made 2');
    world.time += REUSED_MS;
    expect(await text(ask())).toBe('made 3');
  });

  it('is made again when the clock was set back', async () => {
    const { world, ask, text } = cacheUnderTest();
    await ask();
    world.time -= 1;
    expect(await text(ask())).toBe('made 2');
  });
});

describe('the reply cache', () => {
  it('uses no more memory than allowed', async () => {
    const { ask, cache } = cacheUnderTest(1_000);
    for (let at = 0; at < 50; at++) await ask(`co /${at}`);
    expect(cache.size()).toBeLessThan(5);
  });

  it('stores neither refusals nor failures', async () => {
    const { cache } = cacheUnderTest();
    const question = { key: 'co /y', companyId: 'co', models: ['sales'], needed: 0 };
    expect(await cache.take(question, async () => ({ refusal: 'noSuchGoal' }))).toEqual({
      refusal: 'noSuchGoal',
    });
    await expect(
      cache.take(question, async () => {
        throw new Error('away');
      }),
    ).rejects.toThrow('away');
    expect(cache.size()).toBe(0);
  });
});

describe.each([
  { where: 'in the process that projects', together: true },
  { where: 'in a process that hears of it', together: false },
])('a reader $where', ({ together }) => {
  it('never gets less than the position they waited for', async () => {
    let [given, hits] = [0, 0];
    for (let seed = 1; seed <= 100; seed++) {
      const outcome = await simulateReaders(seed, { together, steps: 500 })();
      expect(outcome.wrong, `seed ${seed}`).toEqual([]);
      given += outcome.given;
      hits += outcome.hits;
    }
    // Otherwise the test would prove nothing.
    expect(hits).toBeGreaterThan(given / 10);
    expect(given).toBeGreaterThan(5_000);
  });
});
