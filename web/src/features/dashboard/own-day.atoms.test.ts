import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import {
  commissionAtom,
  commissionFallbackAtom,
  salesPerHourAtom,
  salesPerHourRefreshAtom,
} from '../../kit/numbers/own-figures.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { anEmployee, ownFigures } from '../../testing/people.ts';
import { shiftAtom } from './own-day.atoms.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function day(employee = anEmployee(), rates: number[] = []) {
  const store = createStore();
  const live = createFakeLive();
  const api = createFakeApi({
    '/sales/update/salesperhour': () => replied({ success: true, salesPerHour: rates.shift() ?? 0 }),
    '/sales/get-commission/{id}': ({ query }) => {
      const { date } = query as { date?: string };
      return replied({ commission: date === undefined ? 70 : date === '2026-03-03' ? 7 : 0 });
    },
  });
  store.set(apiAtom, api);
  store.set(timeZoneAtom, 'America/Toronto');
  store.set(liveClientAtom, live);
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  for (const watched of [liveAtom, salesPerHourAtom, commissionAtom]) store.sub(watched, () => undefined);
  const tell = (version: number, changed: Partial<OwnFigures> = {}) =>
    live.send({ 'own figures': { version, data: ownFigures(changed) } });
  return { store, api, tell };
}

describe('sales per hour', () => {
  test('is refreshed when the shell loads and every ten minutes', async () => {
    const { store, api } = day(anEmployee(), [1, 2]);
    store.sub(salesPerHourRefreshAtom, () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(salesPerHourAtom)).toBe(1);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(api.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.get(salesPerHourAtom)).toBe(2);
  });

  test('comes from the latest source: the refresh, or live news after it', async () => {
    const { store, tell } = day(anEmployee(), [1.4]);
    tell(1);
    store.sub(salesPerHourRefreshAtom, () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(salesPerHourAtom)).toBe(1.4);
    tell(2, { salesPerHour: 2 });
    expect(store.get(salesPerHourAtom)).toBe(2);
  });
});

test('the shift counts the minutes since login', () => {
  const { store, tell } = day();
  tell(1);
  store.sub(shiftAtom, () => undefined);
  expect(store.get(shiftAtom)).toMatchObject({ duration: 8, rate: 1.5, minutes: 120 });
});

describe('own commission', () => {
  test('is requested for the date of the own row when no live figures arrive, and live figures replace the answer', async () => {
    const { store, tell } = day(anEmployee({ login_date: '2026-03-03' }));
    store.sub(commissionFallbackAtom, () => undefined);
    await vi.advanceTimersByTimeAsync(800);
    expect(store.get(commissionAtom)).toEqual({ total: 70, today: 7 });
    tell(1);
    expect(store.get(commissionAtom)).toEqual({ total: 1000, today: 120.5 });
  });

  test('is not requested when live figures arrive first', async () => {
    const { store, api, tell } = day();
    store.sub(commissionFallbackAtom, () => undefined);
    tell(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(api.sent).toEqual([]);
  });
});
