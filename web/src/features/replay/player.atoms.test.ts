import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { aReplay } from '../../testing/replays.ts';
import {
  dayClockAtom,
  isAtEndAtom,
  isPlayingAtom,
  momentAtom,
  pastAtom,
  playAtom,
  rewindAtom,
  rowsAtom,
  seekAtom,
  speedAtom,
  startAtom,
  stepAtom,
  tickerAtom,
  toggleAtom,
  totalsAtom,
} from './player.atoms.ts';
import { filmAtom, replayQuery } from './replay.atoms.ts';
import { REPLAY_MS } from './tempo.ts';

/** A player with a clock that a test moves. */
async function playerOf(replay = aReplay()) {
  const store = createStore();
  const api = createFakeApi({ '/audit/replay/{date}': () => replied(replay) });
  store.set(apiAtom, api);
  let now = 1000;
  let heard: ((now: number) => void) | null = null;
  store.set(tickerAtom, {
    start(tick) {
      heard = tick;
      return () => {
        heard = null;
      };
    },
  });
  await store.set(replayQuery.loadAtom, { date: replay.date, later: false });
  const pass = (milliseconds: number) => {
    heard?.(now);
    now += milliseconds;
    heard?.(now);
  };
  const board = () =>
    store.get(rowsAtom)?.map(({ employee_id, sales, commission }) => [employee_id, sales, commission]);
  return { store, api, pass, board, ticks: () => heard !== null };
}

test('plays the day in a minute, stops at the end and shows the exact final board', async () => {
  const { store, pass, board, ticks } = await playerOf();
  expect(board()).toEqual([]);
  store.set(startAtom);
  expect(store.get(isPlayingAtom)).toBe(true);
  pass(REPLAY_MS - 1);
  expect(store.get(isPlayingAtom)).toBe(true);
  pass(1);
  expect(store.get(isPlayingAtom)).toBe(false);
  expect(ticks()).toBe(false);
  expect(store.get(isAtEndAtom)).toBe(true);
  expect(store.get(dayClockAtom)).toBe('2026-03-03T00:00:00.000Z');
  expect(board()).toEqual([
    ['ann', 2, 30.3],
    ['bob', 1, 20.2],
  ]);
  expect(store.get(totalsAtom)).toEqual({ people: 2, commission: 50.5, sales: 3 });
  // Eight hours were set, and more have passed.
  expect(store.get(rowsAtom)?.map(({ sales_per_hour }) => sales_per_hour)).toEqual([0.25, 0.13]);
});

test('double and fourfold speed take half and a quarter of the time, also when the speed changes meanwhile', async () => {
  const { store, pass } = await playerOf();
  store.set(speedAtom, 2);
  store.set(startAtom);
  pass(REPLAY_MS / 4);
  expect(store.get(playAtom)).toBe(REPLAY_MS / 2);
  store.set(speedAtom, 4);
  pass(REPLAY_MS / 8);
  expect(store.get(isAtEndAtom)).toBe(true);
});

test('pauses, and continues from the same place', async () => {
  const { store, pass, ticks } = await playerOf();
  store.set(toggleAtom);
  pass(10_000);
  store.set(toggleAtom);
  expect(ticks()).toBe(false);
  pass(10_000);
  expect(store.get(playAtom)).toBe(10_000);
  store.set(toggleAtom);
  pass(5000);
  expect(store.get(playAtom)).toBe(15_000);
});

test('starts again from the end', async () => {
  const { store, pass } = await playerOf();
  store.set(seekAtom, REPLAY_MS * 2);
  expect(store.get(playAtom)).toBe(REPLAY_MS);
  store.set(toggleAtom);
  expect(store.get(playAtom)).toBe(0);
  pass(1000);
  expect(store.get(playAtom)).toBe(1000);
});

describe('step by step', () => {
  test('every step forward leads to the instant of the next event', async () => {
    const { store, board } = await playerOf();
    const positions = [];
    for (let step = 0; step < 5; step++) {
      store.set(stepAtom, 1);
      positions.push(store.get(momentAtom)?.position);
    }
    // Two events are in the same millisecond. The last step leads to the end.
    expect(positions).toEqual([2, 3, 4, 5, 5]);
    expect(store.get(isAtEndAtom)).toBe(true);
    store.set(stepAtom, -1);
    store.set(stepAtom, -1);
    expect(store.get(momentAtom)?.position).toBe(4);
    expect(store.get(dayClockAtom)).toBe('2026-03-02T14:00:00.000Z');
    expect(board()).toEqual([
      ['bob', 1, 20.2],
      ['ann', 1, 10.1],
    ]);
  });

  test('a step back leads to the event before, and from the first event to the beginning', async () => {
    const { store } = await playerOf();
    store.set(seekAtom, store.get(filmAtom)?.tempo.playAt(Date.parse('2026-03-02T13:45:00Z')) ?? 0);
    store.set(stepAtom, -1);
    expect(store.get(momentAtom)?.position).toBe(3);
    store.set(stepAtom, -1);
    store.set(stepAtom, -1);
    expect(store.get(playAtom)).toBe(0);
    expect(store.get(pastAtom)).toBe(0);
  });

  test('a step pauses the replay', async () => {
    const { store, ticks } = await playerOf();
    store.set(startAtom);
    store.set(stepAtom, 1);
    expect(ticks()).toBe(false);
  });
});

test('unchanged rows stay the same objects, however the slider moves', async () => {
  const { store } = await playerOf();
  store.set(seekAtom, REPLAY_MS);
  const before = new Set(store.get(rowsAtom));
  store.set(seekAtom, 0);
  expect(store.get(rowsAtom)).toEqual([]);
  store.set(seekAtom, REPLAY_MS);
  expect(store.get(rowsAtom)?.every((row) => before.has(row))).toBe(true);
});

test('an empty day does not play, and another day starts at its beginning', async () => {
  const { store, ticks } = await playerOf(aReplay({ moments: [], cards: [] }));
  store.set(startAtom);
  expect(ticks()).toBe(false);
  expect(store.get(rowsAtom)).toEqual([]);
  store.set(seekAtom, 500);
  store.set(rewindAtom);
  expect(store.get(playAtom)).toBe(0);
});

test('later corrections are loaded only on request', async () => {
  const { store, api } = await playerOf();
  await store.set(replayQuery.loadAtom, { date: '2026-03-02', later: true });
  expect(api.sent.map(({ query }) => query)).toEqual([{}, { later: 'true' }]);
});
