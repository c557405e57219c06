import { describe, expect, it } from 'vitest';
import {
  cheaper,
  closed,
  deleted,
  edited,
  imported,
  lead,
  line,
  locked,
  paidMonthlyFrom,
  recorded,
  rowsAfter,
  saleRow,
  startsIn,
  type Told,
  verification,
} from '#tests/projections/pay-story.ts';
import { countsAsPaid } from './imported-sales.ts';
import type { Sale } from './statement-rows.ts';

const salesAfter = (...events: readonly Told[]) => rowsAfter('pay_sales', ...events);
const marksAfter = (...events: readonly Told[]) =>
  salesAfter(...events).map(({ imported_on, imported_cents, imported_since }) => [
    ...[imported_on, imported_cents, imported_since],
  ]);
const NONE = [null, null, null];
const MARCH_20 = '2026-03-20T12:00:00.000Z';
const dearer = { ...closed, commissionCents: 1500 };
/** The imported statement with the sale of `recorded`. */
const counted = locked({ lines: [line({ since: 2 })], isImported: true });

describe('a sale of an import', () => {
  const sale = imported(recorded(closed));
  const sold = [paidMonthlyFrom('2026-03-11'), sale];

  it('of before the first period counts as paid', () => {
    expect(marksAfter(sale)).toEqual([NONE]);
    expect(marksAfter(paidMonthlyFrom('2026-03-10'), sale)).toEqual([NONE]);
    expect(salesAfter(...sold)).toEqual([
      saleRow({
        ...{ imported_on: '2026-03-10', imported_cents: 1000, imported_since: 2 },
        ...{ sale_revision: 1, since: 2 },
      }),
    ]);
  });

  it('counts as paid as it was imported, whatever a person changes before it is counted', () => {
    const mark = ['2026-03-10', 1000, 2];
    expect(marksAfter(...sold, edited(closed, cheaper, MARCH_20))).toEqual([mark]);
    expect(marksAfter(...sold, edited(closed, cheaper, MARCH_20), edited(cheaper, dearer, MARCH_20))).toEqual(
      [mark],
    );
    expect(marksAfter(...sold, deleted(closed, MARCH_20))).toEqual([mark]);
    expect(marksAfter(...sold, imported(edited(closed, cheaper, MARCH_20)))).toEqual([mark]);
    expect(marksAfter(...sold, edited(closed, { ...closed, employeeId: 'e2' }, MARCH_20))).toEqual([
      mark,
      NONE,
    ]);
  });

  it('is due then what it is due without the change, in either order', () => {
    const change = edited(closed, cheaper, MARCH_20);
    const due = {
      ...{ due_cents: 400, paid_cents: 1000, locked_lines: 1, is_settled: false, pays_on: '2026-03-20' },
      ...{ imported_on: null },
    };
    expect(salesAfter(...sold, change, counted)).toMatchObject([due]);
    expect(salesAfter(...sold, counted, change)).toMatchObject([due]);
  });

  it('keeps until it is counted what counts as paid, for questions about the past', () =>
    expect(rowsAfter('past_pay_sales', ...sold, counted)).toMatchObject([
      { imported_on: '2026-03-10', imported_cents: 1000, until: 3 },
    ]));

  it('that its undo takes away before it is counted is nothing', () =>
    expect(salesAfter(...sold, imported(deleted(closed, MARCH_20)))).toMatchObject([
      { due_cents: 0, is_settled: true, imported_on: null, imported_cents: null, imported_since: null },
    ]));

  it('that its undo takes away later no longer counts as paid, on the same date', () =>
    expect(marksAfter(...sold, counted, imported(deleted(closed, MARCH_20)))).toEqual([
      ['2026-03-10', 0, 4],
    ]));
});

describe('the undo of an import takes away what counted as paid', () => {
  const undo = imported(deleted(closed, MARCH_20));
  const sold = [paidMonthlyFrom('2026-03-11'), imported(recorded(closed)), counted];
  const paidOf = (...events: readonly Told[]) =>
    salesAfter(...sold, ...events).map((row) => [row.due_cents, row.paid_cents, row.counted_cents]);
  const takenBack = (cents: number) =>
    locked({ lines: [line({ kind: 'adjustment', cents })], isImported: true });

  it('and leaves what a statement paid since to the next one', () => {
    const raise = [
      edited(closed, dearer, MARCH_20),
      locked({ lines: [line({ kind: 'adjustment', cents: 500 })] }),
    ];
    const back = edited(dearer, closed, MARCH_20);
    expect(marksAfter(...sold, ...raise, back, undo)).toEqual([['2026-03-10', 500, 7]]);
    expect(paidOf(...raise, back, undo, takenBack(-1000))).toEqual([[0, 500, 0]]);
    expect(marksAfter(...sold, ...raise, back, undo, takenBack(-1000))).toEqual([NONE]);
  });

  it('also where a statement has taken that back since', () => {
    const theirs = { ...closed, employeeId: 'e2' };
    const moved = [
      edited(closed, theirs, MARCH_20),
      locked({ lines: [line({ kind: 'adjustment', cents: -1000 })] }),
    ];
    const events = [...moved, edited(theirs, closed, MARCH_20), undo];
    expect(marksAfter(...sold, ...events)[0]).toEqual(['2026-03-10', -1000, 7]);
    expect(paidOf(...events, takenBack(-1000))[0]).toEqual([0, -1000, 0]);
  });

  it('also when a statement that was read before it is locked after it', () => {
    const late = locked({ lines: [line({ kind: 'adjustment', cents: 500 })] });
    expect(
      marksAfter(...sold, edited(closed, dearer, MARCH_20), edited(dearer, closed, MARCH_20), undo, late),
    ).toEqual([['2026-03-10', 500, 6]]);
  });
});

it('a sale that a statement of an older version paid in full counts as paid no more', () => {
  const set = [paidMonthlyFrom('2026-04-01'), recorded(closed)];
  expect(marksAfter(...set, locked({ lines: [line()] }))).toEqual([NONE]);
});

describe('while the first period has not begun', () => {
  it('whatever happens counts as paid, as it is then', () => {
    const ahead = paidMonthlyFrom('2026-04-01');
    expect(marksAfter(ahead, recorded(closed))).toEqual([['2026-03-10', 1000, 2]]);
    expect(marksAfter(ahead, recorded(closed), edited(closed, cheaper, MARCH_20))).toEqual([
      ['2026-03-10', 400, 3],
    ]);
    expect(marksAfter(recorded(lead), ahead, edited(lead, closed, MARCH_20))).toEqual([
      ['2026-03-20', 1000, 3],
    ]);
    expect(marksAfter(ahead, recorded(closed), deleted(closed, MARCH_20))).toEqual([NONE]);
  });

  it('a sale does not any more that is reopened where it is the first day already', () => {
    const east = [startsIn('Pacific/Auckland'), recorded(closed), paidMonthlyFrom('2026-04-01')];
    const night = '2026-03-31T20:00:00.000Z';
    expect(marksAfter(...east, edited(closed, lead, night))).toEqual([NONE]);
    expect(marksAfter(...east, edited(closed, lead, night), edited(lead, closed, night))).toEqual([NONE]);
    expect(marksAfter(...east, edited(closed, lead, MARCH_20), edited(lead, closed, night))).toEqual([NONE]);
  });

  it('a sale of a later date does not', () => {
    expect(marksAfter(paidMonthlyFrom('2026-03-10'), recorded(closed))).toEqual([NONE]);
    const next = { ...closed, entryDate: '2026-04-01' };
    expect(marksAfter(paidMonthlyFrom('2026-04-01'), recorded(next))).toEqual([NONE]);
  });

  it('a change after its begin is an adjustment of what counts as paid', () => {
    const events = [paidMonthlyFrom('2026-04-01'), recorded(closed)];
    expect(marksAfter(...events, edited(closed, cheaper, '2026-03-31T23:59:59.999Z'))).toEqual([
      ['2026-03-10', 400, 3],
    ]);
    expect(marksAfter(...events, edited(closed, cheaper, '2026-04-01T00:00:00.000Z'))).toEqual([
      ['2026-03-10', 1000, 2],
    ]);
  });
});

describe('what counts as paid with the first schedule', () => {
  const rules = { first_day: '2026-03-11', first_since: 2 };
  const row = (changes: Partial<Sale> = {}) => ({ ...saleRow(), ...changes }) as Sale;

  it('is each sale of a date before it that was recorded before it was set, until it is counted', () => {
    expect(countsAsPaid(row(), rules)).toBe(true);
    expect(countsAsPaid(row(), undefined)).toBe(false);
    expect(countsAsPaid(row(), { first_day: null, first_since: null })).toBe(false);
    expect(countsAsPaid(row(), { first_day: '2026-03-10', first_since: 2 })).toBe(false);
    expect(countsAsPaid(row({ since: 2 }), rules)).toBe(false);
    expect(countsAsPaid(row({ locked_lines: 1 }), rules)).toBe(false);
    expect(countsAsPaid(row({ is_settled: true }), rules)).toBe(false);
  });

  it('is no longer what is marked when the first day is set to an earlier one', () => {
    const marked = { imported_on: '2026-03-10', imported_cents: 1000, imported_since: 3, since: 3 };
    expect(countsAsPaid(row(marked), rules)).toBe(true);
    expect(countsAsPaid(row(marked), { ...rules, first_day: '2026-03-10' })).toBe(false);
  });

  it('stays as it was when a person changes or confirms it before it is counted', () => {
    const set = [recorded(closed), paidMonthlyFrom('2026-03-11')];
    expect(marksAfter(...set)).toEqual([NONE]);
    const change = edited(closed, cheaper, MARCH_20);
    expect(salesAfter(...set, change)).toEqual([
      saleRow({
        ...{ due_cents: 400, pays_on: '2026-03-20', sale_revision: 2, since: 3 },
        ...{ imported_on: '2026-03-10', imported_cents: 1000, imported_since: 1 },
      }),
    ]);
    const asked = [verification('c1'), recorded(closed), paidMonthlyFrom('2026-03-11')];
    const confirmation = { employeeId: 'e1', saleId: 's1', saleRevision: 1 };
    expect(salesAfter(...asked, { type: 'SaleConfirmed', data: confirmation })).toMatchObject([
      { is_pending: false, since: 4, imported_on: '2026-03-10', imported_cents: 1000, imported_since: 2 },
    ]);
    const late = [paidMonthlyFrom('2026-03-11'), recorded(closed, 's1', MARCH_20)];
    expect(marksAfter(...late, edited(closed, cheaper, MARCH_20))).toEqual([NONE]);
  });
});
