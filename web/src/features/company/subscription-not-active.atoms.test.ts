import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSubscriptionStatus } from '#contracts/endpoints/companies.endpoints.ts';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { isSubscriptionActiveAtom, sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { renewalWatchAtom } from './subscription-not-active.atoms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waiting() {
  const me = anEmployee();
  const answers = {
    status: replied({ subscriptionIsActive: false, status: 'canceled' }),
    employee: replied({ requestedData: [me], subscriptionIsActive: true }),
  };
  const api = createFakeApi({
    [getSubscriptionStatus.path]: () => answers.status,
    [getEmployee.path]: () => answers.employee,
  });
  const store = createStore();
  store.set(apiAtom, api);
  store.set(sessionAtom, { state: 'signed in', employee: me, subscriptionIsActive: false });
  const leave = store.sub(renewalWatchAtom, () => undefined);
  return { store, api, leave, answers };
}

test('people who wait for a renewal are let in when the company has paid, without a reload', async () => {
  const { store, api, answers, leave } = waiting();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(api.sent).toMatchObject([{ path: getSubscriptionStatus.path, params: { id: 'c1' } }]);
  expect(store.get(isSubscriptionActiveAtom)).toBe(false);
  answers.status = replied({ subscriptionIsActive: true, status: 'active' });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.get(isSubscriptionActiveAtom)).toBe(true);
  leave();
  const asked = api.sent.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.sent).toHaveLength(asked);
});

test('an outage changes nothing, the end of the session does', async () => {
  const { store, answers } = waiting();
  answers.status = refused(0, 'unavailable');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.get(sessionAtom)).toMatchObject({ state: 'signed in' });
  answers.status = refused(401, 'notLoggedIn');
  answers.employee = refused(401, 'notLoggedIn');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'the server' });
});
