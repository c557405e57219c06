import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { newId } from '#platform/ids.ts';
import { readSealLag, registerSealMetrics } from './sealer.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A log with an event for each age, in seconds, sealed up to a position. */
async function logOf({ ages, sealed }: { ages: readonly number[]; sealed: number }) {
  let age = 0;
  const store = createMemoryEventStore({ clock: { now: () => new Date(NOW - age * 1000) } });
  for (age of ages) {
    const event = { id: newId(), type: 'GoalAdded', version: 1, data: {}, metadata: {} };
    await store.append('structure-acme', [event], 'any');
  }
  const state: { isAway: boolean; sealed: number } = { isAway: false, sealed };
  const links = {
    async progress() {
      if (state.isAway) throw new Error('the database is away');
      return state.sealed;
    },
  };
  return { store, links, state, clock: { now: () => new Date(NOW) } };
}

describe('how far sealing is behind', () => {
  it('is counted in positions, and in seconds since the oldest event without a link', async () => {
    const log = await logOf({ ages: [3600, 3000, 90, 60, 30], sealed: 2 });
    const since = new Date(NOW - 90_000).toISOString();
    expect(await readSealLag(log)).toEqual({ positions: 3, since, seconds: 90 });
  });

  it('is nothing when all events are sealed, or more than there are', async () => {
    const none = { positions: 0, since: null, seconds: 0 };
    expect(await readSealLag(await logOf({ ages: [90, 60], sealed: 2 }))).toEqual(none);
    expect(await readSealLag(await logOf({ ages: [90, 60], sealed: 7 }))).toEqual(none);
  });

  it('is no time when the clock of the store is ahead', async () => {
    const log = await logOf({ ages: [-90], sealed: 0 });
    expect(await readSealLag(log)).toMatchObject({ positions: 1, seconds: 0 });
  });

  it('cannot be read while the database is away', async () => {
    const log = await logOf({ ages: [0], sealed: 0 });
    log.state.isAway = true;
    await expect(readSealLag(log)).rejects.toThrow('the database is away');
  });
});

it('two gauges are read at each scrape, and keep their value while the database is away', async () => {
  const registry = new Registry();
  const log = await logOf({ ages: [3600, 3000, 90, 60, 30], sealed: 2 });
  registerSealMetrics(registry, log);
  const scraped = async () => {
    const [positions, seconds] = await registry.getMetricsAsJSON();
    return [positions, seconds].map((gauge) => gauge?.values[0]?.value);
  };
  expect(await registry.getMetricsAsJSON()).toMatchObject([
    { name: 'tallyboard_seal_lag_positions', help: 'Positions of the log not yet sealed' },
    { name: 'tallyboard_seal_lag_seconds', help: 'Age of the oldest event not yet sealed' },
  ]);
  expect(await scraped()).toEqual([3, 90]);
  log.state.isAway = true;
  expect(await scraped()).toEqual([3, 90]);
  log.state.isAway = false;
  log.state.sealed = 5;
  expect(await scraped()).toEqual([0, 0]);
});
