import { describe, expect, it } from 'vitest';
import {
  by,
  cheaper,
  closed,
  edited,
  imported,
  lead,
  person,
  recorded,
  rowsAfter,
  saleRow,
  type Told,
  verification,
} from '#tests/projections/pay-story.ts';
import { COMPANY } from '#tests/projections/projected.ts';

const salesAfter = (...events: readonly Told[]) => rowsAfter('pay_sales', ...events);
const MARCH_20 = '2026-03-20T12:00:00.000Z';
const elsewhere = { ...closed, campaignId: 'c2' };

const confirmed = (saleRevision: number): Told => ({
  type: 'SaleConfirmed',
  data: { employeeId: 'e1', saleId: 's1', saleRevision },
});
const staff = [verification('c1'), person('e1', 'sales associate'), person('m1', 'manager')];
/** The associate's sale waits since the fourth event. */
const sold = [...staff, by('e1', recorded(closed))];
const rowSince4 = (changes: Parameters<typeof saleRow>[0] = {}) =>
  saleRow({ is_pending: true, sale_revision: 3, since: 4, ...changes });
const waiting = rowSince4();

describe('in a campaign whose sales have to be confirmed, a Closed sale', () => {
  it.each([
    ['of an associate waits', sold, true],
    ['that no person entered waits', [...staff, recorded(closed)], true],
    ['of people that pay does not know yet waits', [verification('c1'), by('m9', recorded(closed))], true],
    ['entered by a manager does not', [...staff, by('m1', recorded(closed))], false],
    [
      'of a manager does not',
      [verification('c1'), person('e1', 'manager'), by('e1', recorded(closed))],
      false,
    ],
    ['of an import does not', [...staff, imported(recorded(closed))], false],
    ['of another campaign does not', [...staff, by('e1', recorded(elsewhere))], false],
  ] as const)('%s', (_name, events, waits) =>
    expect(salesAfter(...events)).toMatchObject([{ is_pending: waits, due_cents: 1000 }]),
  );
});

describe('a sale that waits', () => {
  it('is payable once it is confirmed, and was not before', () => {
    const events = [...sold, confirmed(3)];
    expect(salesAfter(...events)).toEqual([rowSince4({ is_pending: false, since: 5 })]);
    expect(rowsAfter('past_pay_sales', ...events)).toEqual([rowSince4({ until: 5 })]);
  });

  it('still waits when the manager saw another change of it', () => {
    const events = [...sold, confirmed(2)];
    expect(salesAfter(...events)).toEqual([waiting]);
    expect(rowsAfter('past_pay_sales', ...events)).toEqual([]);
  });

  it('waits on when the change is not about pay, also one of a manager', () =>
    expect(salesAfter(...sold, by('m1', edited(closed, { ...closed, details: 'red' }, MARCH_20)))).toEqual([
      waiting,
    ]));

  it('is payable when a manager changes what it is due', () =>
    expect(salesAfter(...sold, by('m1', edited(closed, cheaper, MARCH_20)))).toEqual([
      rowSince4({ due_cents: 400, is_pending: false, sale_revision: 4, since: 5 }),
    ]));

  it('is payable when a manager moves it to a campaign that asks for no confirmation', () =>
    expect(salesAfter(...sold, by('m1', edited(closed, elsewhere, MARCH_20)))).toEqual([
      rowSince4({ is_pending: false, sale_revision: 4, since: 5 }),
    ]));

  it('waits no more when it is reopened, and again when it is Closed again', () => {
    const reopened = [...sold, by('e1', edited(closed, lead, MARCH_20))];
    expect(salesAfter(...reopened)).toMatchObject([{ is_pending: false, due_cents: 0 }]);
    expect(salesAfter(...reopened, by('e1', edited(lead, closed, MARCH_20)))).toMatchObject([
      { is_pending: true, due_cents: 1000, sale_revision: 5 },
    ]);
  });
});

describe('a sale that does not wait', () => {
  const payable = [...sold, confirmed(3)];

  it('waits again when its associate changes what it is due', () =>
    expect(salesAfter(...payable, by('e1', edited(closed, cheaper, MARCH_20)))).toEqual([
      rowSince4({ due_cents: 400, sale_revision: 5, since: 6 }),
    ]));

  it('stays payable when its associate changes something else', () =>
    expect(salesAfter(...payable, by('e1', edited(closed, { ...closed, details: 'red' }, MARCH_20)))).toEqual(
      [rowSince4({ is_pending: false, since: 5 })],
    ));

  it('waits when its associate moves it to a campaign that asks for it', () =>
    expect(
      salesAfter(...[...staff, by('e1', recorded(elsewhere))], by('e1', edited(elsewhere, closed, MARCH_20))),
    ).toEqual([rowSince4({ sale_revision: 4, since: 5 })]));

  it('is not changed by another confirmation', () =>
    expect(salesAfter(...payable, confirmed(3))).toEqual(salesAfter(...payable)));
});

it('each confirmation counts among the events of pay of the person, also one without a sale', () => {
  expect(rowsAfter('pay_people', ...staff, confirmed(0))).toContainEqual({
    ...{ company_id: COMPANY, employee_id: 'e1', time_zone: null, role: 'sales associate' },
    ...{ pay_events: 4, since: 4 },
  });
  expect(salesAfter(...staff, confirmed(0))).toEqual([]);
});
