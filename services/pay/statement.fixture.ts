import type { ExtraLine } from '#contracts/events/pay.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { StatementLine } from '#contracts/pay/statement.ts';
import type { PayCommand, ReadStatement } from './statement.decider.ts';

export const march = { from: '2026-03-01', to: '2026-03-31' };
export const april = { from: '2026-04-01', to: '2026-04-30' };
export const sale: StatementLine = {
  kind: 'earned',
  id: 's1',
  cents: 500,
  waivedCents: 0,
  dueCents: 500,
  since: 3,
};
export const read = (payEvents: number, changes: Partial<ReadStatement> = {}): ReadStatement => ({
  ...{
    ...march,
    employeeId: 'e1',
    lines: [sale],
    digest: 'd1',
    through: 40,
    payEvents,
    followsUnlocked: false,
  },
  ...changes,
});
export const approve = (statement: ReadStatement, isOwn = false): PayCommand => ({
  type: 'Approve',
  statement,
  isOwn,
});
type Lock = Extract<PayCommand, { type: 'Lock' }>;
export const lock = (statement: ReadStatement, changes: Partial<Lock> = {}): Lock => ({
  ...{ type: 'Lock' as const, statement, clawbackDays: 90, isImported: false, hasOtherManagers: true },
  ...changes,
});
export const approved: DomainEvent<'StatementApproved'> = {
  type: 'StatementApproved',
  data: { employeeId: 'e1', ...march, totalCents: 500, lines: 1, digest: 'd1', through: 40, isOwn: false },
};
export const approvedByOwner: DomainEvent<'StatementApproved'> = {
  ...approved,
  data: { ...approved.data, isOwn: true },
};
export const locked: DomainEvent<'StatementLocked'> = {
  type: 'StatementLocked',
  data: {
    ...{ employeeId: 'e1', ...march, through: 40, lines: [sale], digest: 'd1', payableCents: 500 },
    ...{ carriedOver: [], clawbackDays: 90, isImported: false },
  },
};
export const returned: DomainEvent<'StatementReturned'> = {
  type: 'StatementReturned',
  data: { employeeId: 'e1', ...march, reason: 'Look again' },
};
export const bonus: ExtraLine = {
  lineId: 'b1',
  kind: 'bonus',
  cents: 100,
  reason: 'Well done',
  saleId: null,
  undoes: null,
};
/** Undoes the bonus. */
export const counter: ExtraLine = {
  ...bonus,
  lineId: 'b2',
  kind: 'counter',
  cents: -100,
  reason: 'A slip',
  undoes: 'b1',
};
export const added: DomainEvent<'PayLineAdded'> = {
  type: 'PayLineAdded',
  data: { employeeId: 'e1', ...march, line: bonus },
};
