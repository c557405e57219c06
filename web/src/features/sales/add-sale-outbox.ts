import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { addSale } from '#contracts/endpoints/sales.endpoints.ts';
import { readStorage, writeStorage } from '../../kit/storage.ts';
import type { SaleDraft } from './sale-form.atoms.ts';

/** A sale that waits on this device for a network. */
export type WaitingSale = {
  /** The Idempotency-Key of each attempt: however often it is sent, it is one sale. */
  readonly key: string;
  /** UTC ISO-8601. */
  readonly madeAt: string;
  /** What is sent, the same in each attempt. */
  readonly body: BodyOf<typeof addSale>;
  /** As typed, to mend it. */
  readonly draft: SaleDraft;
  /** In dollars, with the rates that were known then; null for a sale that is not Closed. */
  readonly forecast: number | null;
  /** Why the server refused it; null while it has not. */
  readonly refusal: string | null;
};

/**
 * Of one person on this device. It stays when they log out: the sales would be lost. It is shown to that person only,
 * and sent in their sessions only.
 */
const placeOf = (employeeId: string) => `tallyboard.outbox.${employeeId}`;

/** Oldest first. */
export function readOutbox(employeeId: string): readonly WaitingSale[] {
  try {
    const kept: unknown = JSON.parse(readStorage(placeOf(employeeId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isWaitingSale) : [];
  } catch {
    return [];
  }
}

/** False in a browser that forbids storage, or has no room. */
export function changeOutbox(
  employeeId: string,
  change: (waiting: readonly WaitingSale[]) => readonly WaitingSale[],
): boolean {
  const text = JSON.stringify(change(readOutbox(employeeId)));
  writeStorage(placeOf(employeeId), text);
  return readStorage(placeOf(employeeId)) === text;
}

function isWaitingSale(kept: unknown): kept is WaitingSale {
  if (typeof kept !== 'object' || kept === null) return false;
  const { key, madeAt, body, draft } = kept as Partial<WaitingSale>;
  return [typeof key, typeof madeAt, typeof body, typeof draft].join() === 'string,string,object,object';
}
