import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { StatementLine } from '#contracts/pay/statement.ts';
import { pay } from '#projections/pay/pay.projector.ts';
import { COMPANY, projected } from './projected.ts';
import { saleFacts } from './sale-event.ts';

export type Told = Parameters<typeof projected>[1];
type Data<Type extends Told['type']> = Extract<Told, { readonly type: Type }>['data'];

/** The rows of a table after these events. Throws when one of them is set aside. */
export function rowsAfter(table: string, ...events: readonly Told[]) {
  const { rowsOf, aside } = projected(pay, ...events);
  if (aside.length > 0) throw new Error(`set aside: ${aside.join(', ')}`);
  return rowsOf(table);
}

export const closed = saleFacts({ employeeId: 'e1', campaignId: 'c1', entryDate: '2026-03-10' });
export const lead: SaleFacts = { ...closed, status: 'Lead' };
export const cheaper: SaleFacts = { ...closed, commissionCents: 400 };

const at = (moment: string) => ({ metadata: { companyId: COMPANY, at: moment } });

export const by = (actorId: string, event: Told): Told => ({
  ...event,
  metadata: { ...event.metadata, actorId },
});
export const imported = (event: Told): Told => ({
  ...event,
  metadata: { ...event.metadata, origin: 'import' },
});

export const recorded = (sale: SaleFacts, saleId = 's1', moment = '2026-03-10T12:00:00.000Z'): Told => ({
  ...{ type: 'SaleRecorded', data: { saleId, sale } },
  ...at(moment),
});
export const edited = (before: SaleFacts, after: SaleFacts, moment: string): Told => ({
  ...{ type: 'SaleEdited', data: { saleId: 's1', before, after } },
  ...at(moment),
});
export const deleted = (before: SaleFacts, moment: string): Told => ({
  ...{ type: 'SaleDeleted', data: { saleId: 's1', before } },
  ...at(moment),
});

/** The row of `closed` as it is after nothing but `recorded`, but for these changes. */
export const saleRow = (changes: Readonly<Record<string, string | number | boolean | null>> = {}) => ({
  ...{ company_id: COMPANY, sale_id: 's1', employee_id: 'e1', due_cents: 1000, held_cents: 0 },
  ...{ earned_on: '2026-03-10', paid_cents: 0, waived_cents: 0, counted_cents: 0, locked_lines: 0 },
  ...{ clawback_until: null },
  ...{ is_settled: false, pays_on: '2026-03-10', imported_on: null, imported_cents: null },
  ...{ imported_since: null, is_pending: false, sale_revision: 0, since: 1 },
  ...{ row_since: changes.since ?? 1, ...changes },
});

type Role = 'manager' | 'sales associate';
const facts = (role: Role) => ({
  ...{ firstName: 'Ada', lastName: 'Seller', email: 'a@example.test', employeeNumber: '', role },
  ...({ type: 'employee', managerId: null, campaignId: 'c1', shiftDuration: null } as const),
});
export const person = (employeeId: string, role: Role): Told => ({
  type: 'EmployeeAdded',
  data: { employeeId, employee: facts(role) },
});
export const becomes = (role: Role, former: Role): Told => ({
  type: 'EmployeeEdited',
  data: { employeeId: 'e1', before: facts(former), after: { ...facts(role), lastName: 'Maker' } },
});

const shift = { employeeId: 'e1', loginDate: '2026-03-10' };
export const startsIn = (timeZone: string): Told => ({
  type: 'ShiftStarted',
  data: {
    ...{ ...shift, shiftId: 'sh', timeZone, startedAt: '2026-03-10T00:00:00.000Z' },
    ...{ setDuration: null, reason: 'login' },
  },
});
/** Null: an event of before shifts had a zone then. */
export const resumesIn = (timeZone: string | null): Told => ({
  type: 'ShiftResumed',
  data: { ...shift, timeZone, resumedAt: '2026-03-10T09:00:00.000Z' },
});

const monthly = (firstDay: string) => ({ rhythm: 'monthly', firstDay, timeZone: 'UTC' }) as const;
/** `before`: the first day of the schedule before it; by default it is the first one. */
export const paidMonthlyFrom = (firstDay: string, before: string | null = null): Told => ({
  type: 'PayScheduleSet',
  data: { before: before === null ? null : monthly(before), after: monthly(firstDay) },
});
export const verification = (campaignId: string, after = true): Told => ({
  type: 'SalesVerificationSet',
  data: { campaignId, before: !after, after },
});

const march = { employeeId: 'e1', from: '2026-03-01', to: '2026-03-31' };
export const approved = (changes: Partial<Data<'StatementApproved'>> = {}): Told => ({
  type: 'StatementApproved',
  data: { ...march, totalCents: 1000, lines: 1, digest: 'seen', through: 1, isOwn: false, ...changes },
  metadata: { companyId: COMPANY, at: '2026-04-01T09:00:00.000Z', actorId: 'm1' },
});
export const returned = (reason: string): Told => ({
  ...{ type: 'StatementReturned', data: { ...march, reason } },
  ...at('2026-04-01T10:00:00.000Z'),
});
export const locked = (
  changes: Partial<Data<'StatementLocked'>>,
  moment = '2026-04-02T00:00:00.000Z',
): Told => ({
  type: 'StatementLocked',
  data: {
    ...{ ...march, through: 2, lines: [], digest: 'locked', payableCents: 0, carriedOver: [] },
    ...{ clawbackDays: null, isImported: false, ...changes },
  },
  metadata: { companyId: COMPANY, at: moment, actorId: 'm2' },
});
/** A line about the sale of `recorded`. */
export const line = (changes: Partial<StatementLine> = {}): StatementLine => ({
  ...{ kind: 'earned', id: 's1', cents: 1000, waivedCents: 0, dueCents: 1000, since: 1, ...changes },
});
/** Pays the sale of `recorded`, all that it is due at first. */
export const paid = (clawbackDays: number | null): Told =>
  locked({ lines: [line()], payableCents: 1000, clawbackDays });

export const added = (changes: Partial<Data<'PayLineAdded'>['line']> = {}): Told => ({
  type: 'PayLineAdded',
  data: {
    ...march,
    line: {
      ...{ lineId: 'x1', kind: 'bonus', cents: 50, reason: 'Best month', saleId: null, undoes: null },
      ...changes,
    },
  },
  metadata: { companyId: COMPANY, at: '2026-03-28T09:00:00.000Z', actorId: 'm1' },
});
