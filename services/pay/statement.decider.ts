import type { ExtraLine, PayEvent } from '#contracts/events/pay.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import { type StatementLine, totalsOf } from '#contracts/pay/statement.ts';
import { accepted, rejected } from '#contracts/result.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';

type Approval = Pick<DomainEvent<'StatementApproved'>['data'], 'digest' | 'through' | 'isOwn'>;

/** The pay of one person: what was decided about each statement, and the lines that managers added. */
export type PayState = {
  /** Events so far. */
  readonly events: number;
  /** By the first day of the period. */
  readonly approved: ReadonlyMap<string, Approval>;
  readonly locked: ReadonlySet<string>;
  /** Locked ones that say what was paid before the first period: an import adds to them. */
  readonly imported: ReadonlySet<string>;
  /** Last day of the latest locked period. */
  readonly lockedTo: string | null;
  readonly extras: ReadonlyMap<string, ExtraLine & PayPeriod>;
  /** Lines that were undone. */
  readonly undone: ReadonlySet<string>;
  /** By sale, the revision at which it was confirmed last. */
  readonly confirmed: ReadonlyMap<string, number>;
};

/** The lines of a statement as they were read, and what they were read from. */
export type ReadStatement = PayPeriod & {
  readonly employeeId: string;
  readonly lines: readonly StatementLine[];
  readonly digest: string;
  /** The position of the log up to which they were read. */
  readonly through: number;
  /** The events of the person's pay that were known then. */
  readonly payEvents: number;
  /** An earlier period has lines of its own and is not locked. */
  readonly followsUnlocked: boolean;
};

export type PayCommand =
  | { readonly type: 'Approve'; readonly statement: ReadStatement; readonly isOwn: boolean }
  | {
      readonly type: 'Confirm';
      readonly employeeId: string;
      readonly saleId: string;
      readonly saleRevision: number;
    }
  | { readonly type: 'Return'; readonly statement: ReadStatement; readonly reason: string }
  | {
      readonly type: 'Lock';
      readonly statement: ReadStatement;
      readonly clawbackDays: number | null;
      readonly isImported: boolean;
      /** Others could have approved what its owner approved. */
      readonly hasOtherManagers: boolean;
    }
  | {
      readonly type: 'AddLine';
      readonly employeeId: string;
      readonly period: PayPeriod;
      readonly line: ExtraLine;
    }
  | {
      readonly type: 'UndoLine';
      readonly employeeId: string;
      readonly lineId: string;
      /** Of the counter line. */
      readonly newId: string;
      readonly reason: string;
      /** Where the counter line goes when the statement of the line is locked. */
      readonly period: PayPeriod;
    };

export const statementDecider: Decider<PayState, PayCommand, PayEvent> = {
  fold: {
    empty: () => ({
      ...{ events: 0, approved: new Map(), locked: new Set(), lockedTo: null },
      imported: new Set(),
      ...{ extras: new Map(), undone: new Set(), confirmed: new Map() },
    }),
    on: {
      SaleConfirmed: (state, { data: { saleId, saleRevision } }) => ({
        ...next(state),
        confirmed: new Map(state.confirmed).set(saleId, saleRevision),
      }),
      StatementApproved: (state, { data }) => ({
        ...next(state),
        approved: new Map(state.approved).set(data.from, data),
      }),
      StatementReturned: (state, { data }) => ({
        ...next(state),
        approved: without(state.approved, data.from),
      }),
      StatementLocked: (state, { data }) => ({
        ...next(state),
        approved: without(state.approved, data.from),
        locked: new Set(state.locked).add(data.from),
        imported: data.isImported ? new Set(state.imported).add(data.from) : state.imported,
        lockedTo: state.lockedTo !== null && state.lockedTo > data.to ? state.lockedTo : data.to,
      }),
      PayLineAdded: (state, { data: { from, to, line } }) => ({
        ...next(state),
        extras: new Map(state.extras).set(line.lineId, { ...line, from, to }),
        undone: line.undoes === null ? state.undone : new Set(state.undone).add(line.undoes),
      }),
    },
  },

  outcome: (state) => state,

  decide(command, state) {
    switch (command.type) {
      case 'Approve':
        return approve(command, state);
      case 'Confirm':
        return confirm(command, state);
      case 'Return':
        return returnToReview(command, state);
      case 'Lock':
        return lock(command, state);
      case 'AddLine':
        return addLine(command, state);
      case 'UndoLine':
        return undoLine(command, state);
    }
  },
};

const next = (state: PayState): PayState => ({ ...state, events: state.events + 1 });

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([each]) => each !== key));
}

type Command<Type> = Extract<PayCommand, { readonly type: Type }>;

/** Whether nothing was decided about the person's pay since the statement was read. */
const isCurrent = ({ payEvents }: ReadStatement, state: PayState) => payEvents === state.events;

function approve({ statement, isOwn }: Command<'Approve'>, state: PayState): Decision<PayEvent> {
  const { employeeId, from, to, digest, through, lines } = statement;
  if (state.locked.has(from)) return rejected('statementLocked');
  if (!isCurrent(statement, state)) return rejected('statementChanged');
  const former = state.approved.get(from);
  const isSame = former?.digest === digest && lines.every(({ since }) => since <= former.through);
  // The first approver stays, but the owner gives way to another manager.
  if (isSame && (isOwn || !former.isOwn)) return accepted([]);
  const { length } = lines;
  const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const data = { employeeId, from, to, totalCents, lines: length, digest, through, isOwn };
  return accepted([{ type: 'StatementApproved', data }]);
}

function confirm({ employeeId, saleId, saleRevision }: Command<'Confirm'>, state: PayState) {
  if (state.confirmed.get(saleId) === saleRevision) return accepted([]);
  return accepted([{ type: 'SaleConfirmed' as const, data: { employeeId, saleId, saleRevision } }]);
}

function returnToReview({ statement, reason }: Command<'Return'>, state: PayState): Decision<PayEvent> {
  const { employeeId, from, to } = statement;
  if (state.locked.has(from)) return rejected('statementLocked');
  if (!state.approved.has(from)) return accepted([]);
  return accepted([{ type: 'StatementReturned', data: { employeeId, from, to, reason } }]);
}

/** An imported statement needs no approval: it says what was paid before. */
function lock(command: Command<'Lock'>, state: PayState): Decision<PayEvent> {
  const { statement, clawbackDays, isImported, hasOtherManagers } = command;
  const { employeeId, from, to, digest, through, followsUnlocked } = statement;
  if (state.locked.has(from) && !(isImported && state.imported.has(from))) return accepted([]);
  const approval = state.approved.get(from);
  if (!isImported) {
    if (!approval) return rejected('statementNotApproved');
    if (approval.isOwn && hasOtherManagers) return rejected('approvedByOwner');
    if (approval.digest !== digest) return rejected('statementChanged');
  }
  if (!isCurrent(statement, state)) return rejected('statementChanged');
  if (!isImported && (followsUnlocked || (state.lockedTo !== null && from <= state.lockedTo)))
    return rejected('earlierStatementOpen');
  const lines = [...statement.lines];
  if (isImported && lines.length === 0) return accepted([]);
  const data = {
    ...{ employeeId, from, to, through, lines, digest, clawbackDays, isImported },
    ...(isImported ? countedAsPaid(lines) : payout(lines)),
  };
  return accepted([{ type: 'StatementLocked', data }]);
}

function payout(lines: readonly StatementLine[]) {
  const { payableCents, carriedOver } = totalsOf(lines);
  return { payableCents, carriedOver: [...carriedOver] };
}

/** Negative when an import was undone; nothing of it is carried over. */
function countedAsPaid(lines: readonly StatementLine[]) {
  return { payableCents: lines.reduce((sum, { cents }) => sum + cents, 0), carriedOver: [] };
}

function addLine(
  { employeeId, period, line }: Omit<Command<'AddLine'>, 'type'>,
  state: PayState,
): Decision<PayEvent> {
  const { from, to } = period;
  if (state.lockedTo !== null && from <= state.lockedTo) return rejected('statementLocked');
  return accepted([{ type: 'PayLineAdded', data: { employeeId, from, to, line } }]);
}

function undoLine(command: Command<'UndoLine'>, state: PayState): Decision<PayEvent> {
  const { employeeId, lineId, newId, reason, period } = command;
  const line = state.extras.get(lineId);
  if (!line || line.undoes !== null) return rejected('noSuchPayLine');
  if (state.undone.has(lineId)) return rejected('payLineUndone');
  const counter: ExtraLine = {
    ...{ lineId: newId, kind: 'counter', cents: -line.cents, reason, saleId: line.saleId, undoes: lineId },
  };
  const isOpen = state.lockedTo === null || line.from > state.lockedTo;
  return addLine({ employeeId, period: isOpen ? line : period, line: counter }, state);
}
