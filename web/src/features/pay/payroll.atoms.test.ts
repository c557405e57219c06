import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { approveStatements, lockPayroll, returnStatement } from '#contracts/endpoints/pay.endpoints.ts';
import { getPayRules } from '#contracts/endpoints/pay-rules.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { aPayrollRow } from '../../testing/pay.ts';
import { rulesQuery } from './pay.atoms.ts';
import { choiceAtom, createDecisions, nameIn, openingAtom, periodsAtom, totalsOf } from './payroll.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

const WEEKLY = { rhythm: 'weekly', first_day: '2026-03-02', time_zone: 'America/Toronto' };

type Period = { from: string; to: string };

async function rules(
  period: Period | null,
  { schedules = [WEEKLY], toPay = null }: { schedules?: readonly object[]; toPay?: Period | null } = {},
) {
  const reply = { schedules, clawback_days: null, period, to_pay: toPay, next_starts: [] };
  const { store } = storeWith({ [getPayRules.path]: () => replied(reply) });
  expect(store.get(openingAtom)).toBeUndefined();
  await store.set(rulesQuery.loadAtom, null);
  return { periods: store.get(periodsAtom), choose: store.get(choiceAtom), opening: store.get(openingAtom) };
}

test('a period has its neighbours', async () => {
  const { choose } = await rules({ from: '2026-03-16', to: '2026-03-22' });
  expect(choose('2026-03-09')).toEqual({
    period: { from: '2026-03-09', to: '2026-03-15' },
    previous: { from: '2026-03-02', to: '2026-03-08' },
    next: { from: '2026-03-16', to: '2026-03-22' },
  });
  expect(choose('2026-03-02')?.previous).toBeUndefined();
  expect(choose('2026-03-16')?.next).toBeUndefined();
  expect(choose('2026-03-03')).toBeNull();
});

test('payroll opens with the period to pay, else with the present one, also while that is still to come', async () => {
  const [first, present] = [
    { from: '2026-03-02', to: '2026-03-08' },
    { from: '2026-03-16', to: '2026-03-22' },
  ];
  expect((await rules(present, { toPay: first })).opening).toBe('2026-03-02');
  expect((await rules(present)).opening).toBe('2026-03-16');
  expect((await rules(null)).opening).toBe('2026-03-02');
});

test('without a schedule there are no periods', async () => {
  const { periods, opening } = await rules(null, { schedules: [] });
  expect(periods).toEqual([]);
  expect(opening).toBeUndefined();
});

test('people without lines are not counted, and cents are added exactly', () => {
  const rows = [
    aPayrollRow('a', { payable: 0.1 }),
    aPayrollRow('b', { payable: 0.2, state: 'approved' }),
    aPayrollRow('c', { payable: 5, state: 'paid' }),
    aPayrollRow('d', { payable: 0, lines: 0 }),
  ];
  expect(totalsOf(rows)).toEqual({
    ...{
      state: 'in review',
      people: 3,
      payable: 5.3,
      isOver: true,
      inReview: 1,
      approved: 1,
      approvedPayable: 0.2,
      paid: 1,
    },
  });
  expect(totalsOf([aPayrollRow('a', { state: 'open' })])).toMatchObject({ state: 'open', isOver: false });
  expect(totalsOf([aPayrollRow('a', { state: 'paid' }), aPayrollRow('b', { lines: 0 })]).state).toBe('paid');
});

const nameOf = nameIn([aPayrollRow('ada'), aPayrollRow('bo')]);

test('of many refused statements the first ten are named', async () => {
  const refused = Array.from({ length: 12 }, (_, each) => ({
    ...{ employee_id: `p${each}`, error: 'unavailable', message: messages.unavailable },
  }));
  const { store } = storeWith({
    [lockPayroll.path]: () => replied({ message: '', done: [], refused }),
  });
  const { decideAtom, alertAtom } = createDecisions();
  await store.set(decideAtom, '2026-03-02', { to: 'lock' }, (id) => id);
  expect(store.get(alertAtom).messages).toHaveLength(11);
  expect(store.get(alertAtom).messages.at(-1)).toBe('and 2 statements more');
});

test('refused statements are named with their reason', async () => {
  const own = { employee_id: 'bo', error: 'ownStatement', message: messages.ownStatement };
  const { store, api } = storeWith({
    [approveStatements.path]: () => replied({ message: '', done: ['ada'], refused: [own] }),
    [lockPayroll.path]: () => replied({ message: '', done: [], refused: [{ ...own, employee_id: 'gone' }] }),
  });
  const { decideAtom, alertAtom } = createDecisions();
  expect(await store.set(decideAtom, '2026-03-02', { to: 'approve', seen: [] }, nameOf)).toBe(false);
  expect(api.sent[0]).toMatchObject({ params: { from: '2026-03-02' }, query: {} });
  expect(store.get(alertAtom)).toEqual({
    ...{ isError: false, isPending: true },
    messages: ['1 statement approved', `Not approved: bo Test: ${messages.ownStatement}`],
  });
  await store.set(decideAtom, '2026-03-02', { to: 'lock' }, nameOf);
  expect(store.get(alertAtom)).toEqual({
    ...{ isError: true, title: 'Not paid' },
    messages: [`A former employee: ${messages.ownStatement}`],
  });
});

test('one statement is approved or returned by name, and a refusal says why', async () => {
  const { store, api } = storeWith({
    [approveStatements.path]: () => replied({ message: '', done: ['ada'], refused: [] }),
    [returnStatement.path]: () => refused(409, 'statementLocked'),
  });
  const { decideAtom, alertAtom } = createDecisions();
  expect(
    await store.set(
      decideAtom,
      '2026-03-02',
      { to: 'approve', employeeId: 'ada', seen: [{ employee_id: 'ada', version: '1.100.7' }] },
      nameOf,
    ),
  ).toBe(true);
  expect(store.get(alertAtom)).toEqual({ isError: false, messages: ['1 statement approved'] });
  await store.set(decideAtom, '2026-03-02', { to: 'return', employeeId: 'ada', reason: 'No' }, nameOf);
  expect(api.sent).toMatchObject([
    { query: { employeeId: 'ada' }, body: { versions: 'ada=1.100.7' } },
    { body: { employeeId: 'ada', reason: 'No' } },
  ]);
  expect(store.get(alertAtom)).toMatchObject({ isError: true, messages: [messages.statementLocked] });
});
