import type { SaleFacts } from '../events/sale.events.ts';
import type { SealableEvent } from './chain.ts';
import type { ExportHeader, ExportSeal } from './export-lines.ts';
import type { LockedStatement } from './statement-check.ts';

/** A fault in an exported file. */
export type Finding = {
  readonly kind:
    | 'header'
    | 'page'
    | 'unreadable'
    | 'personal'
    | 'link'
    | 'amount'
    | 'pay'
    | 'before'
    | 'end'
    | 'total'
    | 'seal'
    | 'signature'
    | 'file';
  /** The number of the event in the company's chain, from 1; null when the fault is not about one event. */
  readonly number: number | null;
  /** The event as in the file; null when only its link is there, or it cannot be read. */
  readonly event: SealableEvent | null;
  /** What else the fault is about: an employee, a day. */
  readonly about: string | null;
};

export type PersonTotal = {
  readonly employeeId: string;
  /** The name in the employee's newest event; null when no event is in the file, or the name was erased. */
  readonly name: string | null;
  readonly sales: number;
  readonly cents: number;
};

export type SaleStanding = { readonly saleId: string; readonly sale: SaleFacts };

export type ExportReport = {
  /** The name of the person comes from their events, where the file has them. */
  readonly header: ExportHeader | null;
  /** Events of the whole chain; of these, events in full; of these, events whose personal values were erased. */
  readonly events: number;
  readonly full: number;
  readonly erased: number;
  /** When the first and the newest event were recorded. */
  readonly from: string | null;
  readonly until: string | null;
  readonly link: string | null;
  /** The public key that signed the last link, in 64 hex digits; null: it is not signed. */
  readonly signedBy: string | null;
  /** In the order of the file; at most the first ones, see `wrong`. */
  readonly findings: readonly Finding[];
  /** The number of all faults. */
  readonly wrong: number;
  readonly totals: readonly PersonTotal[];
  readonly seals: readonly (ExportSeal & { readonly fits: boolean })[];
  /** The sales at the end of the file, in the order in which they were recorded. */
  readonly sales: readonly SaleStanding[];
  /** Paid statements, in the order in which they were locked. */
  readonly statements: readonly LockedStatement[];
  /** Why managers added lines to the pay of people, by line. Those that were erased are not there. */
  readonly reasons: ReadonlyMap<string, string>;
};

const WHAT: Readonly<Record<Finding['kind'], string>> = {
  header: 'The beginning of the file cannot be read.',
  page: 'Around what was exported stands something that was not there.',
  unreadable: 'cannot be read.',
  personal: 'was changed: its names, numbers or texts are not those that were recorded.',
  link: 'was changed, or something before it was removed or put in.',
  amount: 'has a commission that its price and rates do not make.',
  pay: 'pays what is not due, or not what its lines come to.',
  before: 'says of the sale before it what no event says.',
  end: 'Events are missing at the end of the file.',
  total: 'A total is not the sum of the sales.',
  seal: 'A seal is not what the chain has at its place.',
  signature: 'The chain is not the one that was signed: it was made anew without the key.',
  file: 'The file is not as it was made.',
};

/** A sentence for people. */
export function findingText({ kind, number, event, about }: Finding): string {
  if (number === null) return about === null ? WHAT[kind] : `${WHAT[kind]} (${about})`;
  const what = event ? ` (${wordsOf(event.type)}, ${event.recordedAt.slice(0, 10)})` : '';
  return `Event ${number}${what} ${WHAT[kind]}`;
}

/** `SaleRecorded` as people read it: `sale recorded`. */
function wordsOf(type: string): string {
  return type.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
}
