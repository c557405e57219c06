import { describe, expect, it } from 'vitest';
import {
  cheaper,
  closed,
  deleted,
  edited,
  lead,
  recorded,
  rowsAfter,
  saleRow,
  startsIn,
  type Told,
} from '#tests/projections/pay-story.ts';

const salesAfter = (...events: readonly Told[]) => rowsAfter('pay_sales', ...events);
const MARCH_20 = '2026-03-20T12:00:00.000Z';
/** Of a sale that is earned no more since March 20. */
const NOT_DUE = { due_cents: 0, earned_on: null, is_settled: true, pays_on: '2026-03-20' };

describe('a sale', () => {
  it('recorded as Closed is earned on its entry date', () =>
    expect(salesAfter(recorded(closed))).toEqual([saleRow()]));

  it('recorded as Closed without a commission is settled', () =>
    expect(salesAfter(recorded({ ...closed, commissionCents: 0 }))).toEqual([
      saleRow({ due_cents: 0, is_settled: true }),
    ]));

  it('closed later is earned on that date where the person is', { tags: ['decision-11.1'] }, () =>
    expect(
      salesAfter(
        startsIn('Pacific/Auckland'),
        recorded(lead),
        edited(lead, closed, '2026-03-12T12:00:00.000Z'),
      ),
    ).toEqual([saleRow({ earned_on: '2026-03-13', pays_on: '2026-03-13', sale_revision: 2, since: 3 })]),
  );

  it('closed later without a commission is earned on that date too', () => {
    const free = { ...closed, commissionCents: 0 };
    expect(salesAfter(recorded(lead), edited(lead, free, MARCH_20))).toEqual([
      saleRow({
        ...{ due_cents: 0, earned_on: '2026-03-20', pays_on: '2026-03-20', is_settled: true },
        ...{ sale_revision: 1, since: 2 },
      }),
    ]);
  });

  it('that was never Closed has no row', () => {
    expect(salesAfter(recorded(lead))).toEqual([]);
    expect(salesAfter(recorded(lead), edited(lead, { ...lead, priceCents: 5 }, MARCH_20))).toEqual([]);
    expect(salesAfter(recorded(lead), deleted(lead, MARCH_20))).toEqual([]);
  });

  it('edited without another commission keeps its date and its event', () =>
    expect(salesAfter(recorded(closed), edited(closed, { ...closed, details: 'red' }, MARCH_20))).toEqual([
      saleRow(),
    ]));

  it('edited before it is paid keeps its date, and what it was due before', () => {
    const events = [recorded(closed), edited(closed, cheaper, MARCH_20)];
    expect(salesAfter(...events)).toEqual([saleRow({ due_cents: 400, sale_revision: 1, since: 2 })]);
    expect(rowsAfter('past_pay_sales', ...events)).toEqual([{ ...saleRow(), until: 2 }]);
  });

  it('reopened is due nothing, and earned anew when it is Closed again', () => {
    const reopened = [recorded(closed), edited(closed, lead, MARCH_20)];
    expect(salesAfter(...reopened)).toEqual([saleRow({ ...NOT_DUE, sale_revision: 1, since: 2 })]);
    expect(salesAfter(...reopened, edited(lead, closed, '2026-03-25T12:00:00.000Z'))).toEqual([
      saleRow({ earned_on: '2026-03-25', pays_on: '2026-03-25', sale_revision: 2, since: 3 }),
    ]);
  });

  it('reopened without a commission is not earned any more', () => {
    const free = { ...closed, commissionCents: 0 };
    expect(salesAfter(recorded(free), edited(free, { ...free, status: 'Lead' }, MARCH_20))).toEqual([
      saleRow({ ...NOT_DUE, sale_revision: 1, since: 2 }),
    ]);
  });

  it('deleted is due nothing', () =>
    expect(salesAfter(recorded(closed), deleted(closed, MARCH_20))).toEqual([
      saleRow({ ...NOT_DUE, sale_revision: 1, since: 2 }),
    ]));

  it('of another person is due nothing to the former one', () => {
    const events = [recorded(closed), edited(closed, { ...closed, employeeId: 'e2' }, MARCH_20)];
    const since = { sale_revision: 1, since: 2 };
    expect(salesAfter(...events)).toEqual([
      saleRow({ ...NOT_DUE, ...since }),
      saleRow({ employee_id: 'e2', earned_on: '2026-03-20', pays_on: '2026-03-20', ...since }),
    ]);
    expect(rowsAfter('past_pay_sales', ...events)).toEqual([{ ...saleRow(), until: 2 }]);
  });

  it('of another person that is not Closed there has no row of that person', () => {
    const theirs = { ...lead, employeeId: 'e2', campaignId: 'c2' };
    expect(salesAfter(recorded(closed), edited(closed, theirs, MARCH_20))).toEqual([
      saleRow({ ...NOT_DUE, sale_revision: 1, since: 2 }),
    ]);
  });
});
