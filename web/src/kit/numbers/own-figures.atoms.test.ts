import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { salesPerHourRefreshAtom } from './own-figures.atoms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sales per hour are refreshed at once, then every ten minutes, until the shell is left', {
  tags: ['spec-2.33', 'spec-9.10'],
}, async () => {
  const store = createStore();
  const api = createFakeApi({
    '/sales/update/salesperhour': () => replied({ success: true, salesPerHour: 1 }),
  });
  store.set(apiAtom, api);
  const leave = store.sub(salesPerHourRefreshAtom, () => undefined);
  expect(api.sent).toHaveLength(1);
  for (const sent of [2, 3]) {
    await vi.advanceTimersByTimeAsync(599_999);
    expect(api.sent).toHaveLength(sent - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.sent).toHaveLength(sent);
  }
  leave();
  await vi.advanceTimersByTimeAsync(1_200_000);
  expect(api.sent).toHaveLength(3);
});
