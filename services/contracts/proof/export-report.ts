import type { SaleFacts } from '../events/sale.events.ts';
import type { SealableEvent } from './chain.ts';
import type { ExportHeader, ExportSeal } from './export-lines.ts';

/** Something in an exported file that does not fit. */
export type Finding = {
  readonly kind:
    | 'header'
    | 'page'
    | 'unreadable'
    | 'personal'
    | 'link'
    | 'amount'
    | 'before'
    | 'end'
    | 'total'
    | 'seal'
    | 'file';
  /** Of the event in the company, counted from 1; null where it is about no single one. */
  readonly number: number | null;
  /** As it stands in the file; null where only its link is there, or it cannot be read. */
  readonly event: SealableEvent | null;
  /** Whom or what it is about, beyond the event: an employee's id, a day. */
  readonly about: string | null;
};

export type PersonTotal = {
  readonly employeeId: string;
  /** As the events of the employee say it last; null when none of them is here, or it was erased. */
  readonly name: string | null;
  readonly sales: number;
  readonly cents: number;
};

export type SaleStanding = { readonly saleId: string; readonly sale: SaleFacts };

export type ExportReport = {
  /** The person is called as his events say it, where they are here. */
  readonly header: ExportHeader | null;
  /** All of the chain; those shown in full; those of them without names, numbers and texts. */
  readonly events: number;
  readonly full: number;
  readonly erased: number;
  /** When the first and the newest event were written. */
  readonly from: string | null;
  readonly until: string | null;
  readonly link: string | null;
  /** In the order of the file, the first of them where it begins to be wrong. */
  readonly findings: readonly Finding[];
  /** How many there are; `findings` holds no more than the first of them. */
  readonly wrong: number;
  readonly totals: readonly PersonTotal[];
  readonly seals: readonly (ExportSeal & { readonly fits: boolean })[];
  /** As they stand at the end, in the order in which they were recorded. */
  readonly sales: readonly SaleStanding[];
};

const WHAT: Readonly<Record<Finding['kind'], string>> = {
  header: 'The beginning of the file cannot be read.',
  page: 'Around what was exported stands something that was not there.',
  unreadable: 'cannot be read.',
  personal: 'was changed: its names, numbers or texts are not those that were recorded.',
  link: 'was changed, or something before it was removed or put in.',
  amount: 'has a commission that its price and rates do not make.',
  before: 'says of the sale before it what no event says.',
  end: 'Events are missing at the end of the file.',
  total: 'A total is not the sum of the sales.',
  seal: 'A seal is not what the chain has at its place.',
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
