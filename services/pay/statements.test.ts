import { describe, expect, it } from 'vitest';
import type { UnlockedLine } from '#contracts/pay/statement.ts';
import type { KnownStatement, PersonPay } from '#projections/pay/pay.queries.ts';
import type { WaitingSale } from '#projections/pay/pending-pay.queries.ts';
import { NO_PAY, pendingOn, periodsNow, periodToPay, statementsFor, versionOf } from './statements.ts';

const NOW = '2026-03-20T15:00:00Z';
const schedules = [{ rhythm: 'weekly', firstDay: '2026-03-01', timeZone: 'America/Toronto' }] as const;
const periods = periodsNow(schedules, NOW);
const [FIRST, SECOND, PRESENT] = ['2026-03-01', '2026-03-08', '2026-03-15'];

const line = (id: string, paysOn: string, cents: number, since: number): UnlockedLine => ({
  ...{ kind: 'earned', id, cents, waivedCents: 0, dueCents: cents, since, paysOn },
});
const known = (changes: Partial<KnownStatement>): KnownStatement => ({
  ...{ company_id: 'c', employee_id: 'e', period_from: FIRST, period_to: '2026-03-07', state: 'approved' },
  ...{ approved_by: 'm', approved_at: NOW, is_own: false, total_cents: 500, line_count: 2, digest: 'd' },
  ...{ through: 20, returned_for: null, locked_by: null, locked_at: null, earned_cents: null },
  ...{ adjustment_cents: null, other_cents: null, carried_cents: null, payable_cents: null },
  ...{ carried_over_cents: null, locked_position: null, since: 21, ...changes },
});
const paid = known({ state: 'paid', payable_cents: 500, locked_at: NOW });
const summariesOf = (pay: Partial<PersonPay>) =>
  statementsFor(schedules, periods, { ...NO_PAY, ...pay }, NOW).map(({ summary }) => summary);

it('the present period is there from its midnight in the zone of the schedule that is in force', () => {
  const west = { rhythm: 'weekly', firstDay: '2026-03-01', timeZone: 'America/Los_Angeles' } as const;
  const east = { rhythm: 'weekly', firstDay: '2026-03-08', timeZone: 'Asia/Tokyo' } as const;
  const latest = (now: string) => periodsNow([west, east], now).at(-1)?.from;
  expect(latest('2026-03-14T14:59:59Z')).toBe('2026-03-08');
  expect(latest('2026-03-14T15:00:00Z')).toBe('2026-03-15');
  // The first one is shown while it is still to come.
  expect(latest('2026-02-20T15:00:00Z')).toBe('2026-03-01');
});

describe('an approved statement', () => {
  const approvalOf = (...lines: UnlockedLine[]) => {
    const [first] = summariesOf({ statements: [known({})], lines });
    return { state: first?.state, changed: first?.changed, by: first?.approved_by };
  };

  it('stays approved while its lines are those of then', () => {
    const same = approvalOf(line('s1', FIRST, 300, 20), line('s2', FIRST, 200, 7));
    expect(same).toEqual({ state: 'approved', changed: false, by: 'm' });
  });

  it('is in review again when a line changed, also when the sum is the same', () => {
    const again = { state: 'in review', changed: true, by: null };
    expect(approvalOf(line('s1', FIRST, 300, 21), line('s2', FIRST, 200, 7))).toEqual(again);
    expect(approvalOf(line('s1', FIRST, 300, 8), line('s2', FIRST, 201, 7))).toEqual(again);
    expect(approvalOf(line('s1', FIRST, 500, 8))).toEqual(again);
  });
});

it('a statement has another version as soon as a line is another one, new or gone, in a list as well', () => {
  const lines = [line('s1', FIRST, 300, 8), line('s2', FIRST, 200, 7)];
  expect(versionOf(lines)).toBe('2.500.8');
  expect(versionOf([])).toBe('0.0.-1');
  expect(versionOf([{ ...line('', FIRST, 500, 8), count: 2 }])).toBe('2.500.8');
  expect(summariesOf({ lines })[0]).toMatchObject({ version: '2.500.8', approved_total: null });
  const [approved] = summariesOf({ statements: [known({})], lines });
  expect(approved).toMatchObject({ approved_total: 5, approved_through: 20 });
});

describe('a statement', () => {
  it('is open until its period is over, then in review, and locked once it is paid', () => {
    const lines = [line('s1', SECOND, 100, 5), line('s2', PRESENT, 250, 6)];
    expect(summariesOf({ statements: [paid], lockedTo: '2026-03-07', lines })).toMatchObject([
      { from: FIRST, state: 'paid', payable: 5, locked_at: NOW },
      { from: SECOND, state: 'in review', earned: 1, payable: 1 },
      { from: PRESENT, state: 'open', earned: 2.5, payable: 2.5 },
    ]);
  });

  it('says why it was returned, and no longer once it is approved again', () => {
    const returnedFor = (state: string) =>
      summariesOf({ statements: [known({ state, returned_for: 'Look again' })] })[0]?.returned_for;
    expect(returnedFor('returned')).toBe('Look again');
    expect(returnedFor('approved')).toBe(null);
  });
});

describe('a sale that waits', () => {
  const waiting = (id: string, paysOn: string): WaitingSale => ({
    ...{ employeeId: 'e', id, cents: 100, paysOn, saleRevision: 0, since: 1 },
  });
  const all = [waiting('before', '2026-02-20'), waiting('first', FIRST), waiting('second', SECOND)];
  const idsOn = (pay: Partial<PersonPay>) => {
    const statements = statementsFor(schedules, periods, { ...NO_PAY, ...pay }, NOW);
    return statements.map((each) => pendingOn(statements, each, all).map(({ id }) => id));
  };

  it('is shown where its line will be; one of before the first statement there', () => {
    expect(idsOn({})).toEqual([['before', 'first'], ['second'], []]);
  });

  it('is shown on none that is locked, but on the next', () => {
    const locked = { statements: [paid], lockedTo: '2026-03-07' };
    expect(idsOn(locked)).toEqual([[], ['before', 'first', 'second'], []]);
  });
});

describe('the period to pay next', () => {
  const toPay = (...people: Partial<PersonPay>[]) => {
    const all = people.map((pay) => ({ ...NO_PAY, ...pay }));
    return periodToPay(schedules, periods, all, NOW)?.from ?? null;
  };

  it('is the oldest that is over and has a statement that is not paid', () => {
    const later = { lines: [line('s1', SECOND, 100, 5)] };
    expect(toPay(later)).toBe(SECOND);
    expect(toPay(later, { lines: [line('s2', FIRST, 1, 6)] })).toBe(FIRST);
    expect(toPay({ statements: [known({ line_count: 1 })], lines: [line('s1', FIRST, 500, 5)] })).toBe(FIRST);
  });

  it('is none while all is paid, or nothing is on a statement of a period that is over', () => {
    expect(toPay()).toBe(null);
    expect(toPay({ lines: [line('s1', PRESENT, 100, 5)] })).toBe(null);
    expect(toPay({ statements: [paid], lockedTo: '2026-03-07' })).toBe(null);
  });
});
