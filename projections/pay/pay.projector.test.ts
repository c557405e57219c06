import { describe, expect, it } from 'vitest';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { COMPANY, projected } from '#tests/projections/projected.ts';
import { pay } from './pay.projector.ts';

type Told = Parameters<typeof projected>[1];

const closed: SaleFacts = {
  ...{ employeeId: 'e1', campaignId: 'c1', entryDate: '2026-03-10', saleName: 'Boat', customerNumber: '' },
  ...{ details: '', status: 'Closed', priceCents: 10_000, discountPercent: 0, taxPercent: 0 },
  ...{ commissionPercent: 10, commissionCents: 1000 },
};
const lead: SaleFacts = { ...closed, status: 'Lead' };
const cheaper: SaleFacts = { ...closed, commissionCents: 400 };
const IMPORTED = { companyId: COMPANY, at: '2026-03-10T12:00:00Z', origin: 'import' } as const;
const at = (moment: string) => ({ metadata: { companyId: COMPANY, at: moment } });

const recorded = (sale: SaleFacts) => ({ type: 'SaleRecorded', data: { saleId: 's1', sale } }) as const;
const edited = (before: SaleFacts, after: SaleFacts, moment: string) =>
  ({ type: 'SaleEdited', data: { saleId: 's1', before, after }, ...at(moment) }) as const;
const inAuckland: DomainEvent = {
  type: 'ShiftStarted',
  data: {
    ...{ employeeId: 'e1', loginDate: '2026-03-10', shiftId: 'sh', timeZone: 'Pacific/Auckland' },
    ...{ startedAt: '2026-03-10T00:00:00Z', setDuration: null, reason: 'login' },
  },
};
const paid = (cents: number, clawbackDays: number | null, moment: string): Told => ({
  type: 'StatementLocked',
  data: {
    ...{
      employeeId: 'e1',
      from: '2026-03-01',
      to: '2026-03-31',
      through: 1,
      digest: '',
      payableCents: cents,
    },
    ...{ carriedOver: [], clawbackDays, isImported: false },
    lines: [{ kind: 'earned', id: 's1', cents, waivedCents: 0, dueCents: cents, since: 1 }],
  },
  ...at(moment),
});

const saleAfter = (...events: readonly Told[]) => {
  const { rowsOf, aside } = projected(pay, ...events);
  expect(aside).toEqual([]);
  return rowsOf('pay_sales')[0];
};

describe('a sale', () => {
  it('recorded as Closed is earned on its entry date', () =>
    expect(saleAfter(recorded(closed))).toMatchObject({
      ...{ due_cents: 1000, earned_on: '2026-03-10', pays_on: '2026-03-10', is_settled: false, since: 1 },
    }));

  it('closed later is earned on that date where the person is', { tags: ['decision-11.1'] }, () =>
    expect(saleAfter(inAuckland, recorded(lead), edited(lead, closed, '2026-03-12T12:00:00Z'))).toMatchObject(
      {
        ...{ earned_on: '2026-03-13', pays_on: '2026-03-13', since: 3 },
      },
    ),
  );

  it('that was never Closed has no row', () => {
    expect(
      saleAfter(recorded(lead), edited(lead, { ...lead, priceCents: 5 }, '2026-03-12T12:00:00Z')),
    ).toBeUndefined();
    expect(saleAfter(recorded(lead))).toBeUndefined();
  });

  it('edited without another commission keeps its date and its event', () =>
    expect(
      saleAfter(recorded(closed), edited(closed, { ...closed, details: 'red' }, '2026-04-12T12:00:00Z')),
    ).toMatchObject({ due_cents: 1000, earned_on: '2026-03-10', since: 1 }));

  it('reopened is due nothing, and earned anew when it is Closed again', () => {
    const reopened = edited(closed, lead, '2026-03-20T12:00:00Z');
    expect(saleAfter(recorded(closed), reopened)).toMatchObject({
      due_cents: 0,
      earned_on: null,
      is_settled: true,
    });
    expect(saleAfter(recorded(closed), reopened, edited(lead, closed, '2026-03-25T12:00:00Z'))).toMatchObject(
      {
        ...{ due_cents: 1000, earned_on: '2026-03-25', is_settled: false },
      },
    );
  });

  it('deleted is due nothing', () =>
    expect(
      saleAfter(recorded(closed), {
        ...{ type: 'SaleDeleted', data: { saleId: 's1', before: closed }, ...at('2026-03-20T12:00:00Z') },
      }),
    ).toMatchObject({ due_cents: 0, earned_on: null, is_settled: true }));

  it('of another person is due nothing to the former one', () => {
    const { rowsOf } = projected(
      pay,
      recorded(closed),
      edited(closed, { ...closed, employeeId: 'e2' }, '2026-03-20T12:00:00Z'),
    );
    expect(rowsOf('pay_sales')).toMatchObject([
      { employee_id: 'e1', due_cents: 0, earned_on: null },
      { employee_id: 'e2', due_cents: 1000, earned_on: '2026-03-20' },
    ]);
    expect(rowsOf('past_pay_sales')).toMatchObject([
      { employee_id: 'e1', due_cents: 1000, since: 1, until: 2 },
    ]);
  });
});

describe('a sale that is paid', () => {
  const march = paid(1000, 30, '2026-04-02T00:00:00.000Z');

  it('is settled until it changes, and then pays on the date of the change', () => {
    expect(saleAfter(recorded(closed), march)).toMatchObject({
      paid_cents: 1000,
      is_settled: true,
      locked_lines: 1,
    });
    expect(saleAfter(recorded(closed), march, edited(closed, cheaper, '2026-04-20T12:00:00Z'))).toMatchObject(
      {
        ...{ due_cents: 400, held_cents: 0, paid_cents: 1000, is_settled: false, pays_on: '2026-04-20' },
      },
    );
  });

  it('is taken back to the last moment of the clawback window, and no longer', () => {
    const until = '2026-05-02T00:00:00.000Z';
    expect(saleAfter(recorded(closed), march)).toMatchObject({ clawback_until: until });
    expect(saleAfter(recorded(closed), march, edited(closed, cheaper, until))).toMatchObject({
      held_cents: 0,
    });
    expect(
      saleAfter(recorded(closed), march, edited(closed, cheaper, '2026-05-02T00:00:00.001Z')),
    ).toMatchObject({
      ...{ due_cents: 400, held_cents: 1000, is_settled: false },
    });
  });

  it('without a window is taken back whenever it is reduced', () =>
    expect(
      saleAfter(
        recorded(closed),
        paid(1000, null, '2026-04-02T00:00:00.000Z'),
        edited(closed, cheaper, '2029-01-01T00:00:00Z'),
      ),
    ).toMatchObject({ held_cents: 0, clawback_until: null }));
});

describe('a sale of an import', () => {
  const schedule = (firstDay: string): Told => ({
    type: 'PayScheduleSet',
    data: { before: null, after: { rhythm: 'monthly', firstDay, timeZone: 'UTC' } },
  });
  const imported = { metadata: IMPORTED };
  it('of before the first period counts as paid, until a person changes it', () => {
    const sale = { ...recorded(closed), ...imported };
    expect(saleAfter(sale)).toMatchObject({ imported_on: null });
    expect(saleAfter(schedule('2026-03-10'), sale)).toMatchObject({ imported_on: null });
    expect(saleAfter(schedule('2026-03-11'), sale)).toMatchObject({ imported_on: '2026-03-10' });
    const change = edited(closed, cheaper, '2026-04-20T12:00:00Z');
    expect(saleAfter(schedule('2026-03-11'), sale, change)).toMatchObject({ imported_on: null });
    expect(saleAfter(schedule('2026-03-11'), recorded(closed))).toMatchObject({ imported_on: null });
  });
  it('that its undo takes away no longer counts as paid, on the same date', () => {
    const undone = { type: 'SaleDeleted', data: { saleId: 's1', before: closed }, ...imported } as const;
    expect(saleAfter(schedule('2026-04-01'), recorded(closed), undone)).toMatchObject({
      ...{ due_cents: 0, imported_on: '2026-03-10' },
    });
  });
});

describe('a sale that has to be confirmed', () => {
  const verified: Told = {
    type: 'SalesVerificationSet',
    data: { campaignId: 'c1', before: false, after: true },
  };
  const person = (employeeId: string, role: 'manager' | 'sales associate'): Told => ({
    type: 'EmployeeAdded',
    data: {
      employeeId,
      employee: {
        ...{ firstName: 'Ada', lastName: 'Seller', email: 'a@example.test', employeeNumber: '', role },
        ...{ type: 'employee', managerId: null, campaignId: 'c1', shiftDuration: null },
      },
    },
  });
  const by = (actorId: string, event: ReturnType<typeof recorded>): Told => ({
    ...event,
    metadata: { companyId: COMPANY, at: '2026-03-10T12:00:00Z', actorId },
  });
  const confirmed = (saleRevision: number): Told => ({
    type: 'SaleConfirmed',
    data: { employeeId: 'e1', saleId: 's1', saleRevision },
  });
  const staff = [verified, person('e1', 'sales associate'), person('m1', 'manager')];

  it.each([
    ['of an associate waits', [...staff, by('e1', recorded(closed))], true],
    ['in another campaign does not', [...staff, by('e1', recorded({ ...closed, campaignId: 'c2' }))], false],
    ['entered by a manager does not', [...staff, by('m1', recorded(closed))], false],
    ['of a manager does not', [verified, person('e1', 'manager'), by('e1', recorded(closed))], false],
    ['of an import does not', [...staff, { ...recorded(closed), metadata: IMPORTED }], false],
  ] as const)('%s', (_name, events, waits) =>
    expect(saleAfter(...events)).toMatchObject({ is_pending: waits, due_cents: 1000 }),
  );

  it('is payable once the change that the manager saw is confirmed', () => {
    const sold = [...staff, by('e1', recorded(closed))];
    const seen = Number(saleAfter(...sold)?.sale_revision);
    expect(saleAfter(...sold, confirmed(seen))).toMatchObject({ is_pending: false, since: 5 });
    expect(saleAfter(...sold, confirmed(seen + 1))).toMatchObject({ is_pending: true, since: 4 });
  });
});
