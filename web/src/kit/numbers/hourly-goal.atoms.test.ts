import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { anEmployee, ownFigures } from '../../testing/people.ts';
import { sessionAtom } from '../session/session.atoms.ts';
import { goalAtom, goalText } from './hourly-goal.atoms.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') }));
afterEach(() => void vi.useRealTimers());

function day(employee = anEmployee()) {
  const store = createStore();
  const live = createFakeLive();
  store.set(liveClientAtom, live);
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  store.sub(liveAtom, () => undefined);
  const tell = (version: number, changed: Partial<OwnFigures> = {}) =>
    live.send({ 'own figures': { version, data: ownFigures(changed) } });
  return { store, tell };
}

describe('my goal', () => {
  test('is the share of the hourly goal', () => {
    const { store, tell } = day();
    tell(1);
    expect(store.get(goalAtom)).toMatchObject({ hourlySales: 2, hourlyDecisions: 5, rate: 1.5, share: 0.75 });
  });

  test('moves when a manager edits the goal or moves the person', () => {
    const { store, tell } = day();
    tell(1, { hourlySales: 3, hourlyDecisions: 0 });
    expect(store.get(goalAtom)).toMatchObject({ hourlySales: 3, hourlyDecisions: 0, rate: 1.5, share: 0.5 });
    tell(2, { hourlySales: null, hourlyDecisions: null });
    expect(store.get(goalAtom)).toBeNull();
  });

  test('sinks with the clock while nothing is sold', async () => {
    const { store, tell } = day();
    store.sub(goalAtom, () => undefined);
    tell(1);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(store.get(goalAtom)).toMatchObject({ rate: 1, share: 0.5 });
  });

  test('has no share when the goal is zero, nothing without a campaign, and no sales before a shift', () => {
    expect(day(anEmployee({ hourlysales: 0 })).store.get(goalAtom)?.share).toBeNull();
    expect(day(anEmployee({ hourlysales: null })).store.get(goalAtom)).toBeNull();
    expect(day(anEmployee({ sales_per_hour: 'N/A' })).store.get(goalAtom)?.share).toBe(0);
  });

  test('without a rate distinguishes a shift of no hours from no shift', () => {
    const { store, tell } = day();
    tell(1, { salesPerHour: 'N/A', shiftDuration: 0 });
    expect(store.get(goalAtom)).toMatchObject({ rate: 'N/A', hasShift: true });
    tell(2, { salesPerHour: 'N/A', loginTime: null });
    expect(store.get(goalAtom)).toMatchObject({ rate: 'N/A', hasShift: false });
  });
});

test('words say how far the goal is reached, or why there is no rate', () => {
  const half = { share: 0.759, rate: 1.5, hasShift: true };
  expect(goalText(half)).toBe('75% of the goal');
  expect(goalText({ ...half, share: 1 })).toBe('Goal reached');
  expect(goalText({ ...half, share: null })).toBe('No hourly sales goal');
  expect(goalText({ ...half, rate: 'N/A' })).toBe('Your shift has 0 hours');
  expect(goalText({ ...half, rate: 'N/A', hasShift: false })).toBe('Starts with your shift');
});
