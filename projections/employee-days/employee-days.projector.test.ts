import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commissionCents } from '#contracts/commission.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { projected } from '#tests/projections/projected.ts';
import {
  deleted,
  durationSet,
  edited,
  recorded,
  shiftEnded,
  shiftResumed,
  shiftStarted,
  startSet,
} from '#tests/projections/sale-story.ts';
import { dollarsOf, exactCommissionCents } from '#tests/support/exact-arithmetic.ts';
import { employeeDays } from './employee-days.projector.ts';

const days = (...events: DomainEvent[]) => projected(employeeDays, ...events).rowsOf('employee_days');

describe('sales', () => {
  test('a Closed sale counts with its commission, others only as a sale', () => {
    expect(days(recorded(), recorded({ status: 'Lead', commissionCents: 500 }, 'second'))).toMatchObject([
      { employee_id: 'ada', day: '2026-03-02', sales: 2, closed_sales: 1, commission_cents: 1000 },
    ]);
  });

  test('an edit to Closed adds, an edit from Closed takes away', () => {
    const lead = { status: 'Lead' } as const;
    expect(days(recorded(lead), edited(lead, {}))).toMatchObject([
      { closed_sales: 1, commission_cents: 1000 },
    ]);
    expect(days(recorded(), edited({}, lead))).toMatchObject([
      { closed_sales: 0, commission_cents: 0, sales: 1 },
    ]);
  });

  test('an edit replaces the commission of the sale', () => {
    expect(days(recorded(), edited({}, { commissionCents: 250 }))).toMatchObject([{ commission_cents: 250 }]);
  });

  test('a Closed sale without commission still counts as one', () => {
    expect(days(recorded({ commissionCents: 0 }))).toMatchObject([{ closed_sales: 1, commission_cents: 0 }]);
  });

  test('rounded cents of Closed sales add up per day', () => {
    const rows = days(
      recorded({ commissionCents: 333 }, 'a'),
      recorded({ commissionCents: 334 }, 'b'),
      recorded({ commissionCents: 100, entryDate: '2026-03-03' }, 'c'),
      recorded({ commissionCents: 999, status: 'Negotiating' }, 'd'),
    );
    expect(rows).toMatchObject([
      { day: '2026-03-02', sales: 3, closed_sales: 2, commission_cents: 667 },
      { day: '2026-03-03', sales: 1, closed_sales: 1, commission_cents: 100 },
    ]);
  });

  test('a sale that moves to another employee and day leaves no trace behind', () => {
    const moved = { employeeId: 'bob', entryDate: '2026-03-03', commissionCents: 700 };
    expect(days(recorded(), edited({}, moved))).toMatchObject([
      { employee_id: 'bob', day: '2026-03-03', sales: 1, closed_sales: 1, commission_cents: 700 },
    ]);
  });

  test('a day without sales and without a shift has no row', () => {
    expect(days(recorded(), deleted())).toEqual([]);
    expect(days(shiftStarted, recorded(), deleted())).toMatchObject([{ shift_id: 'shift', sales: 0 }]);
  });
});

describe('shifts', () => {
  test('a shift that starts after the first sale joins its row', () => {
    expect(days(recorded(), shiftStarted)).toMatchObject([
      {
        sales: 1,
        shift_id: 'shift',
        time_zone: 'America/Toronto',
        start_reason: 'sale',
        started_at: '2026-03-02T14:00:00.000Z',
        ended_at: null,
        set_duration: 8,
        shift_since: 2,
      },
    ]);
  });

  test('a sale does not create a new version of the shift; an end does and keeps the former version', () => {
    const { rowsOf } = projected(
      employeeDays,
      recorded({ commissionCents: 1 }, 'early'),
      shiftStarted,
      recorded({ commissionCents: 2 }, 'late'),
      recorded({ status: 'Negotiating' }, 'open'),
      shiftEnded,
    );
    expect(rowsOf('employee_days')).toMatchObject([
      { ended_at: '2026-03-02T20:00:00.000Z', closed_sales: 2, commission_cents: 3, shift_since: 5 },
    ]);
    expect(rowsOf('past_employee_days')).toEqual([
      {
        company_id: 'co',
        day: '2026-03-02',
        employee_id: 'ada',
        shift_id: 'shift',
        time_zone: 'America/Toronto',
        start_zone: 'America/Toronto',
        start_reason: 'sale',
        started_at: '2026-03-02T14:00:00.000Z',
        ended_at: null,
        set_duration: 8,
        since: 2,
        until: 5,
      },
    ]);
  });

  test('a later login resumes the shift in its zone, and a manager sets the duration', () => {
    const { rowsOf } = projected(employeeDays, shiftStarted, shiftEnded, shiftResumed, durationSet);
    expect(rowsOf('employee_days')).toMatchObject([
      {
        ...{ ended_at: null, set_duration: 6, shift_since: 4 },
        ...{ time_zone: 'America/Los_Angeles', start_zone: 'America/Toronto' },
      },
    ]);
    expect(rowsOf('past_employee_days')).toMatchObject([
      { ended_at: null, set_duration: 8, since: 1, until: 2 },
      { time_zone: 'America/Toronto', since: 2, until: 3 },
      { ended_at: null, set_duration: 8, time_zone: 'America/Los_Angeles', since: 3, until: 4 },
    ]);
  });

  test('a corrected start takes the place of the first one', () => {
    const { rowsOf } = projected(employeeDays, shiftStarted, startSet);
    expect(rowsOf('employee_days')).toMatchObject([
      { started_at: '2026-03-02T13:30:00.000Z', start_reason: 'corrected', set_duration: 8, shift_since: 2 },
    ]);
    expect(rowsOf('past_employee_days')).toMatchObject([
      { started_at: '2026-03-02T14:00:00.000Z', start_reason: 'sale', since: 1, until: 2 },
    ]);
  });

  test('an old resumption without a zone leaves the shift in its own', () => {
    const { data } = shiftResumed as DomainEvent<'ShiftResumed'>;
    const old: DomainEvent = { type: 'ShiftResumed', data: { ...data, timeZone: null } };
    expect(days(shiftStarted, shiftEnded, old)).toMatchObject([{ time_zone: 'America/Toronto' }]);
  });

  test('the last act of a day is an event of its shift, or a sale that came to it', () => {
    const acts = (...events: DomainEvent[]) => days(...events).map(({ day, last_act }) => [day, last_act]);
    const elsewhere = { entryDate: '2026-03-03' };
    expect(acts(shiftStarted, recorded())).toEqual([['2026-03-02', 2]]);
    expect(acts(shiftStarted, recorded(), shiftEnded)).toEqual([['2026-03-02', 3]]);
    expect(acts(shiftStarted, recorded(), edited({}, { status: 'Lead' }))).toEqual([['2026-03-02', 3]]);
    expect(acts(shiftStarted, recorded(), deleted())).toEqual([['2026-03-02', 2]]);
    expect(acts(shiftStarted, recorded(), edited({}, elsewhere))).toEqual([
      ['2026-03-02', 2],
      ['2026-03-03', 3],
    ]);
  });

  test('a change of a shift that never started is set aside', () => {
    expect(projected(employeeDays, shiftEnded).aside).toEqual(['this shift never started']);
    for (const change of [shiftEnded, shiftResumed, startSet, durationSet]) {
      const { rowsOf, aside } = projected(employeeDays, recorded(), change);
      expect(aside).toEqual(['this shift never started']);
      expect(rowsOf('employee_days')).toMatchObject([{ shift_id: null, sales: 1 }]);
    }
  });
});

const percent = fc.nat(100_000).map((thousandths) => thousandths / 1000);
const sale = fc.record({
  priceCents: fc.oneof(fc.nat(1000), fc.nat(100_000_000_000)),
  taxPercent: percent,
  discountPercent: percent,
  commissionPercent: percent,
  status: fc.constantFrom(...SALE_STATUSES),
});

test('a total is the sum of rounded cents, not the rounded sum, of Closed sales only', {
  tags: ['decision-1.13'],
}, () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 40 }), (sales) => {
      const exact = sales
        .filter(({ status }) => status === 'Closed')
        .map(({ priceCents, taxPercent: tax, discountPercent: discount, commissionPercent: rate }) => {
          const price = dollarsOf(priceCents);
          return exactCommissionCents({ price, tax, discount, rate });
        });
      const rows = days(
        ...sales.map((each, at) => recorded({ ...each, commissionCents: commissionCents(each) }, `${at}`)),
      );
      const total = exact.reduce((sum, cents) => sum + cents, 0n);
      expect(rows[0]?.commission_cents ?? 0).toBe(Number(total));
      expect(rows[0]?.closed_sales ?? 0).toBe(exact.length);
    }),
    { numRuns: 300 },
  );
});
