import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import {
  type Company,
  cancelSubscription,
  getCompany,
  getEmployeeCount,
} from '#contracts/endpoints/companies.endpoints.ts';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { invalidateAfterWrites } from '../../api/cache/invalidate-after-writes.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { isSubscriptionActiveAtom, sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import {
  cancelAlertAtom,
  cancelAtom,
  employeeCountQuery,
  fetchAlertAtom,
  profileAtom,
} from './company-profile.atoms.ts';

const acme: Company = {
  company_id: 'c1',
  company_name: 'Acme',
  status: 'trialing',
  subscriptionIsActive: true,
  trial_ends_at: '2026-03-09T03:00:00.000Z',
  next_billing_date: '2026-03-08',
  employee_count: 4,
  employee_count_range: '0-20',
  monthly_charge: 190,
  provider: 'sandbox',
};
const canceled: Company = {
  ...acme,
  status: 'canceled',
  subscriptionIsActive: false,
  next_billing_date: null,
};
const me = anEmployee({ employee_type: 'super employee', employee_role: 'manager' });

async function profileOf(company: Company | undefined, reactions: Parameters<typeof createFakeApi>[0] = {}) {
  const companies = [company];
  const api = createFakeApi({
    [getCompany.path]: () => {
      const next = companies.length > 1 ? companies.shift() : companies[0];
      return replied({ requestedData: next ? [next] : [] });
    },
    [getEmployeeCount.path]: () => replied({ employeeCount: 4 }),
    [getEmployee.path]: () => replied({ requestedData: [me], subscriptionIsActive: false }),
    [cancelSubscription.path]: () => replied({ message: '', status: 'canceled' }),
    ...reactions,
  });
  const store = createStore();
  store.set(apiAtom, api);
  invalidateAfterWrites(store);
  store.set(timeZoneAtom, 'America/Toronto');
  store.set(sessionAtom, { state: 'signed in', employee: me, subscriptionIsActive: true });
  await store.set(companyQuery.loadAtom, null);
  await store.set(employeeCountQuery.loadAtom, null);
  const cancels = () => api.sent.filter(({ path }) => path === cancelSubscription.path);
  return { store, companies, cancels };
}

test('the company shows its status unchanged, and the end of its trial as a local date', async () => {
  const { store } = await profileOf(acme);
  expect(store.get(profileAtom)).toMatchObject({ status: 'trialing', trialEndDate: '2026-03-08' });
  expect(store.get(employeeCountQuery.replyAtom)).toEqual({ employeeCount: 4 });
  expect(store.get(fetchAlertAtom).messages).toEqual([]);
});

test('Cancel is hidden only for a canceled subscription and without any', {
  tags: ['spec-4.16'],
}, async () => {
  for (const status of ['incomplete', 'trialing', 'active', 'past_due'] as const) {
    const { store } = await profileOf({ ...acme, status });
    expect(store.get(profileAtom)?.mayCancel).toBe(true);
  }
  for (const status of ['canceled', null] as const) {
    const { store } = await profileOf({ ...acme, status });
    expect(store.get(profileAtom)?.mayCancel).toBe(false);
  }
});

test('a company that fails to load shows the error, a missing count its own message', async () => {
  const { store } = await profileOf(acme, {
    [getCompany.path]: () => refused(0, 'unavailable'),
    [getEmployeeCount.path]: () => refused(0, 'unavailable'),
  });
  expect(store.get(fetchAlertAtom)).toEqual({
    isError: true,
    title: 'The server did not answer',
    messages: [messages.failedFetch, messages.unavailable, 'could not get employee count'],
  });
  expect(store.get(profileAtom)).toBeUndefined();
});

test('canceling shows the new status at once, before the company is loaded again', {
  tags: ['spec-4.16'],
}, async () => {
  const again = Promise.withResolvers<ReturnType<typeof replied>>();
  let asked = 0;
  const { store } = await profileOf(acme, {
    [getCompany.path]: () => (asked++ === 0 ? replied({ requestedData: [acme] }) : again.promise),
  });
  const canceling = store.set(cancelAtom);
  await expect.poll(() => store.get(profileAtom)?.status).toBe('canceled');
  expect(store.get(profileAtom)).toMatchObject({ mayCancel: false, next_billing_date: '2026-03-08' });
  expect(store.get(cancelAlertAtom)).toEqual({
    isError: false,
    messages: ['Subcription canceled successfully'],
  });
  again.resolve(replied({ requestedData: [canceled] }));
  await canceling;
  await expect
    .poll(() => store.get(profileAtom))
    .toMatchObject({ status: 'canceled', next_billing_date: null });
  expect(store.get(isSubscriptionActiveAtom)).toBe(false);
});

test('a subscription that was renewed after it was canceled shows its current status', async () => {
  const { store, companies } = await profileOf(acme);
  companies.push(canceled, { ...acme, status: 'active' });
  companies.shift();
  await store.set(cancelAtom);
  expect(store.get(profileAtom)?.status).toBe('canceled');
  await store.set(companyQuery.loadAtom, null);
  expect(store.get(profileAtom)).toMatchObject({ status: 'active', mayCancel: true });
});

test('a failure says so, and the company can go on working', async () => {
  const { store } = await profileOf(acme, {
    [cancelSubscription.path]: () => refused(503, 'failedToCancelSubscription'),
  });
  await store.set(cancelAtom);
  expect(store.get(cancelAlertAtom)).toEqual({
    isError: true,
    messages: ['failed to cancel subscription'],
  });
  expect(store.get(profileAtom)?.status).toBe('trialing');
  expect(store.get(isSubscriptionActiveAtom)).toBe(true);
});

test('canceling again after a lost answer repeats the same intention; while busy it does nothing', async () => {
  const answers = [refused(0, 'unavailable'), refused(409, 'conflict')];
  const { store, cancels } = await profileOf(acme, {
    [cancelSubscription.path]: () => answers.shift() ?? replied({ message: '', status: 'canceled' }),
  });
  await Promise.all([store.set(cancelAtom), store.set(cancelAtom)]);
  expect(cancels()).toHaveLength(1);
  expect(store.get(cancelAlertAtom).messages).toEqual([
    messages.unavailable,
    'failed to cancel subscription',
  ]);
  await store.set(cancelAtom);
  await store.set(cancelAtom);
  const [first, second, third] = cancels().map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(second);
});
