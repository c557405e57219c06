import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { addSale } from '#contracts/endpoints/sales.endpoints.ts';
import { readStorage, removeStorage, storedNames, writeStorage } from '../../kit/storage.ts';
import type { SaleDraft } from './sale-form.atoms.ts';

export type SaleBody = BodyOf<typeof addSale>;

/** A sale that waits on this device for a network. */
export type WaitingSale = {
  /** The Idempotency-Key of each attempt: however often it is sent, and however often it is mended, it is one sale. */
  readonly key: string;
  /** UTC ISO-8601. */
  readonly madeAt: string;
  /** Its place among those that wait: the clock of a device may be set back, and two sales may have one moment. */
  readonly turn: number;
  /** What is sent, the same in each attempt. */
  readonly body: SaleBody;
  /** What was sent under this key and not answered, before it was mended as well: any of it may have arrived. */
  readonly sent: readonly SaleBody[];
  /** As typed, to mend it. */
  readonly draft: SaleDraft;
  /** In dollars, with the rates that were known then; null for a sale that is not Closed. */
  readonly forecast: number | null;
  /** Why the server refused it, so that it is not recorded; null while it has not. */
  readonly refusal: string | null;
};

/**
 * Of one person on this device. It stays when they log out: the sales would be lost. It is shown to that person only,
 * and sent in their sessions only. Each sale is an entry of its own, so that two tabs never overwrite each other's.
 */
const entriesOf = (employeeId: string) => `tallyboard.outbox.${employeeId}.`;
const entryOf = (employeeId: string, key: string) => entriesOf(employeeId) + key;

/** Oldest first. */
export function readOutbox(employeeId: string): readonly WaitingSale[] {
  takeOverFormer(employeeId);
  return storedNames(entriesOf(employeeId))
    .map((name) => waitingSaleIn(parsed(name)))
    .filter((sale) => sale !== null)
    .sort((left, right) => left.turn - right.turn || (left.madeAt < right.madeAt ? -1 : 1));
}

/** It was sent, and not answered. */
export const mayHaveArrived = ({ sent, refusal }: WaitingSale): boolean =>
  sent.length > 0 && refusal === null;

export const nextTurn = (waiting: readonly WaitingSale[]): number => (waiting.at(-1)?.turn ?? 0) + 1;

/** False in a browser that forbids storage, or has no room. */
export function keepWaiting(employeeId: string, sale: WaitingSale): boolean {
  const [entry, text] = [entryOf(employeeId, sale.key), JSON.stringify(sale)];
  writeStorage(entry, text);
  return readStorage(entry) === text;
}

export function removeWaiting(employeeId: string, key: string): void {
  removeStorage(entryOf(employeeId, key));
}

/** One list of all sales, as earlier releases wrote it. A tab that still runs one may write it again. */
function takeOverFormer(employeeId: string): void {
  const former = `tallyboard.outbox.${employeeId}`;
  const kept = parsed(former);
  if (kept === null) return;
  const sales = (Array.isArray(kept) ? kept : []).map(waitingSaleIn).filter((sale) => sale !== null);
  const areKept = sales.map((sale, at) => keepWaiting(employeeId, { ...sale, turn: at }));
  if (areKept.every(Boolean)) removeStorage(former);
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(readStorage(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Null for something else, which other code could have written. A former release kept only sales that it had sent. */
export function waitingSaleIn(kept: unknown): WaitingSale | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { key, madeAt, body, draft, turn = 0, sent, forecast, refusal } = kept as Partial<WaitingSale>;
  if (typeof key !== 'string' || typeof madeAt !== 'string') return null;
  if (typeof body !== 'object' || typeof draft !== 'object') return null;
  return {
    key,
    madeAt,
    turn,
    body,
    draft,
    sent: sent ?? [body],
    forecast: forecast ?? null,
    refusal: refusal ?? null,
  };
}
