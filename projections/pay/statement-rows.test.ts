import { describe, expect, it } from 'vitest';
import type { StatementLine } from '#contracts/pay/statement.ts';
import {
  added,
  approved,
  cheaper,
  closed,
  edited,
  lead,
  line,
  locked,
  paid,
  recorded,
  returned,
  rowsAfter,
  saleRow,
  type Told,
} from '#tests/projections/pay-story.ts';
import { COMPANY } from '#tests/projections/projected.ts';

const salesAfter = (...events: readonly Told[]) => rowsAfter('pay_sales', ...events);
const statementsAfter = (...events: readonly Told[]) => rowsAfter('pay_statements', ...events);

describe('a sale that is paid', () => {
  const until = '2026-05-02T00:00:00.000Z';
  const sold = [recorded(closed), paid(30)];
  const settled = saleRow({
    ...{ paid_cents: 1000, locked_lines: 1, is_settled: true, clawback_until: until },
  });

  it('is settled until it changes, and then pays on the date of the change', () => {
    expect(salesAfter(...sold)).toEqual([settled]);
    expect(salesAfter(...sold, edited(closed, cheaper, '2026-04-20T12:00:00.000Z'))).toEqual([
      {
        ...{ ...settled, due_cents: 400, is_settled: false, pays_on: '2026-04-20' },
        ...{ sale_revision: 2, since: 3, row_since: 3 },
      },
    ]);
  });

  it('and reopened within the clawback window is owed back', () =>
    expect(salesAfter(...sold, edited(closed, lead, '2026-04-20T12:00:00.000Z'))).toEqual([
      {
        ...{ ...settled, due_cents: 0, earned_on: null, is_settled: false, pays_on: '2026-04-20' },
        ...{ sale_revision: 2, since: 3, row_since: 3 },
      },
    ]));

  it('is taken back to the last moment of the clawback window, and no longer', () => {
    expect(salesAfter(...sold, edited(closed, cheaper, until))).toMatchObject([{ held_cents: 0 }]);
    expect(salesAfter(...sold, edited(closed, cheaper, '2026-05-02T00:00:00.001Z'))).toMatchObject([
      { due_cents: 400, held_cents: 1000, is_settled: false },
    ]);
  });

  it('without a window is taken back whenever it is reduced', () =>
    expect(
      salesAfter(recorded(closed), paid(null), edited(closed, cheaper, '2029-01-01T00:00:00.000Z')),
    ).toMatchObject([{ held_cents: 0, clawback_until: null, is_settled: false }]));

  it('and raised holds after the window what is paid, not the raise', () => {
    const dearer = { ...closed, commissionCents: 1500 };
    expect(
      salesAfter(
        ...[...sold, edited(closed, dearer, '2026-04-20T12:00:00.000Z')],
        edited(dearer, cheaper, '2026-05-10T12:00:00.000Z'),
      ),
    ).toMatchObject([{ due_cents: 400, held_cents: 1000, paid_cents: 1000 }]);
  });

  it('and reduced within the window holds after it what it was still due', () =>
    expect(
      salesAfter(
        ...[...sold, edited(closed, cheaper, '2026-04-20T12:00:00.000Z')],
        edited(cheaper, { ...closed, commissionCents: 700 }, '2026-05-10T12:00:00.000Z'),
      ),
    ).toMatchObject([{ due_cents: 700, held_cents: 400, paid_cents: 1000 }]));

  const adjusted = (adjustment: Partial<StatementLine>) =>
    locked(
      { lines: [line({ kind: 'adjustment', since: 3, ...adjustment })], clawbackDays: 10 },
      '2026-05-01T00:00:00.000Z',
    );

  it('and reduced sums up what is paid, and its window ends when it would have ended', () => {
    const events = [...sold, edited(closed, cheaper, '2026-04-20T12:00:00.000Z')];
    const row = {
      ...{ ...settled, due_cents: 400, is_settled: false, pays_on: '2026-04-20' },
      ...{ sale_revision: 2, since: 3, row_since: 3 },
    };
    const after = [...events, adjusted({ cents: -600, dueCents: 400 })];
    expect(salesAfter(...after)).toEqual([
      { ...row, paid_cents: 400, locked_lines: 2, is_settled: true, row_since: 4 },
    ]);
    // To ask for the past: what the lock found. The first lock leaves none, its line tells it.
    expect(rowsAfter('past_pay_sales', ...after)).toEqual([
      { ...settled, until: 3 },
      { ...row, until: 4 },
    ]);
  });

  it('and raised can be taken back for a window that begins with the raise', () => {
    const dearer = { ...closed, commissionCents: 1500 };
    expect(
      salesAfter(
        ...[...sold, edited(closed, dearer, '2026-04-20T12:00:00.000Z')],
        adjusted({ cents: 500, dueCents: 1500 }),
      ),
    ).toMatchObject([{ paid_cents: 1500, held_cents: 0, clawback_until: '2026-05-11T00:00:00.000Z' }]);
  });

  it('and reduced too late is settled once the reduction is waived, and each waiver is summed up', () => {
    const late = '2026-05-10T12:00:00.000Z';
    const waiver = line({ kind: 'adjustment', cents: 0, waivedCents: -600, dueCents: 400, since: 3 });
    const waived = [...sold, edited(closed, cheaper, late), locked({ lines: [waiver] })];
    const row = {
      ...settled,
      held_cents: 1000,
      locked_lines: 2,
      pays_on: '2026-05-10',
    };
    expect(salesAfter(...waived)).toEqual([
      { ...row, due_cents: 400, waived_cents: -600, sale_revision: 2, since: 3, row_since: 4 },
    ]);
    const regained = line({ kind: 'adjustment', cents: 0, waivedCents: 600, since: 5 });
    expect(salesAfter(...waived, edited(cheaper, closed, late), locked({ lines: [regained] }))).toEqual([
      { ...row, waived_cents: 0, locked_lines: 3, sale_revision: 4, since: 5, row_since: 6 },
    ]);
  });
});

/** What is known of the statement of March when it was only returned. */
const RETURNED = {
  ...{ company_id: COMPANY, employee_id: 'e1', period_from: '2026-03-01', period_to: '2026-03-31' },
  ...{ state: 'returned', approved_by: null, approved_at: null, is_own: false, total_cents: null },
  ...{ line_count: null, digest: null, through: null, returned_for: 'A line is missing', locked_by: null },
  ...{ locked_at: null, earned_cents: null, adjustment_cents: null, other_cents: null, carried_cents: null },
  ...{ payable_cents: null, carried_over_cents: null, locked_position: null, since: 1 },
};
const APPROVED = {
  ...{ ...RETURNED, state: 'approved', returned_for: null, approved_by: 'm1', is_own: true },
  ...{
    approved_at: '2026-04-01T09:00:00.000Z',
    total_cents: 1000,
    line_count: 2,
    digest: 'seen',
    through: 1,
  },
};
const LOCKED = {
  ...{ ...RETURNED, state: 'paid', returned_for: null, digest: 'locked', through: 2, locked_by: 'm2' },
  ...{ locked_at: '2026-04-02T00:00:00.000Z', earned_cents: 0, adjustment_cents: 0, other_cents: 0 },
  ...{ carried_cents: 0, payable_cents: 0, carried_over_cents: 0, line_count: 0 },
};
const its = approved({ lines: 2, isOwn: true });

describe('a statement', () => {
  it('that is approved has what was seen, and replaces nothing', () => {
    expect(statementsAfter(its)).toEqual([APPROVED]);
    expect(rowsAfter('past_pay_statements', its)).toEqual([]);
  });

  it('that was never approved can be returned', () =>
    expect(statementsAfter(returned('A line is missing'))).toEqual([RETURNED]));

  it('that is returned keeps its approval in its past and has the reason', () => {
    const events = [its, returned('A line is missing')];
    expect(statementsAfter(...events)).toEqual([
      { ...APPROVED, state: 'returned', returned_for: 'A line is missing', since: 2 },
    ]);
    expect(rowsAfter('past_pay_statements', ...events)).toEqual([{ ...APPROVED, until: 2 }]);
  });

  it('that is approved again has no reason any more', () =>
    expect(statementsAfter(its, returned('A line is missing'), its)).toEqual([{ ...APPROVED, since: 3 }]));

  it('that is locked has the totals of its lines', () => {
    const lines = [
      line({ kind: 'carried', id: 's0', cents: -300, dueCents: null }),
      line(),
      line({ kind: 'adjustment', id: 's2', cents: -100 }),
      line({ kind: 'bonus', id: 'x1', cents: 50, dueCents: null }),
    ];
    expect(
      statementsAfter(
        recorded(closed),
        recorded(closed, 's2'),
        added(),
        locked({ lines, payableCents: 650 }),
      ),
    ).toEqual([
      {
        ...{ ...LOCKED, earned_cents: 1000, adjustment_cents: -100, other_cents: 50, carried_cents: -300 },
        ...{ payable_cents: 650, line_count: 4, locked_position: 4, since: 4 },
      },
    ]);
  });

  it('that is locked keeps its approval, and has its own lines only', () =>
    expect(statementsAfter(recorded(closed), its, locked({ lines: [line()], payableCents: 1000 }))).toEqual([
      {
        ...{ ...APPROVED, ...LOCKED, approved_by: 'm1', approved_at: APPROVED.approved_at, is_own: true },
        ...{ total_cents: 1000, earned_cents: 1000, payable_cents: 1000, line_count: 1 },
        ...{ locked_position: 3, since: 3 },
      },
    ]));

  it('that an import locked grows with the next import', () => {
    const isImported = true;
    const more = [line({ id: 's2' }), line({ kind: 'adjustment', cents: -300 })];
    const events = [
      ...[recorded(closed), recorded(closed, 's2')],
      locked({ lines: [line()], payableCents: 1000, isImported }),
      locked({ lines: more, payableCents: 700, isImported }),
      locked({ lines: [line({ kind: 'adjustment', cents: -200 })], payableCents: 1, isImported }),
    ];
    expect(statementsAfter(...events)).toEqual([
      {
        ...{ ...LOCKED, state: 'imported', earned_cents: 2000, adjustment_cents: -500, line_count: 4 },
        ...{ payable_cents: 1701, locked_position: 5, since: 5 },
      },
    ]);
  });
});

describe('the lines of a locked statement', () => {
  it('are kept in their order, those that are carried over behind them', () => {
    const lines = [line({ kind: 'adjustment', cents: -700, waivedCents: -5, dueCents: 295, since: 7 })];
    const left = { kind: 'carried', cents: -300, dueCents: null } as const;
    const carriedOver = [line({ ...left, id: 's0' }), line({ ...left, cents: -700, since: 7 })];
    const events = [recorded(closed), locked({ lines, carriedOver })];
    const ofMarch = { company_id: COMPANY, position: 2, employee_id: 'e1', period_from: '2026-03-01' };
    const row = { ...ofMarch, kind: 'carried', waived_cents: 0, due_cents: null, is_carried_over: true };
    expect(rowsAfter('pay_lines', ...events)).toEqual([
      {
        ...{ ...row, place: 0, kind: 'adjustment', id: 's1', cents: -700, waived_cents: -5 },
        ...{ due_cents: 295, made_by: 7, is_carried_over: false },
      },
      { ...row, place: 1, id: 's0', cents: -300, made_by: 1 },
      { ...row, place: 2, id: 's1', cents: -700, made_by: 7 },
    ]);
    expect(statementsAfter(...events)).toMatchObject([{ carried_over_cents: -1000, payable_cents: 0 }]);
  });
});
