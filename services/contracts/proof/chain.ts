import type { UncheckedEvent } from '../events/codec.ts';
import { allPersonal, isBlank, type Split, splitData } from './split.ts';

/**
 * The chain of a company: one link for each of its events, in the order of the log. The same functions seal
 * (server), verify (server, command line) and verify offline (exported file, browser). Format 1:
 *
 * - personal text: the personal values of the data (personal-fields.ts) as a JSON array. None: ''.
 * - personal digest: SHA-256(key LF personal text), the key being 16 random bytes in hex, of this event alone.
 *   Kept when key and values are erased; nobody can guess at the values then. Of an event without any: ''.
 * - public text: JSON of [1, id, stream, type, version, data with null for each personal value, metadata].
 * - leaf: SHA-256(public text LF personal digest).
 * - link: SHA-256(link before LF leaf LF position LF revision LF recordedAt); before the first link stands
 *   SHA-256('tallyboard chain 1 ' + company id).
 *
 * JSON is as `JSON.stringify` writes what `JSON.parse` read: no spaces, names in the order in which they are
 * stored. Digests are 64 lower-case hex digits; texts are hashed as UTF-8; LF is one line feed, which no such
 * JSON holds. recordedAt is the text that the event store gives out, on Postgres to the microsecond.
 */
export const FORMAT = 1;

/** SHA-256 of a text as UTF-8, in 64 lower-case hex digits. Node: `hash('sha256', text)`. */
export type Sha256 = (text: string) => string;

/** An event as a store hands it out, not upcast: what was written is what is sealed. */
export type SealableEvent = UncheckedEvent & { readonly recordedAt: string };

/** What is kept of an event beside it. */
export type Seal = {
  /** 32 hex digits; null when the type has no personal values, or when they were erased. */
  readonly key: string | null;
  /** Null when the type has no personal values. */
  readonly personalDigest: string | null;
  readonly link: string;
};

/** What stands before the first link of a company: no chain can be passed off as another company's. */
export function chainStart(sha256: Sha256, companyId: string): string {
  return sha256(`tallyboard chain ${FORMAT} ${companyId}`);
}

/** Seals an event behind the link `before`; `key` is used once, 16 bytes from a CSPRNG in hex. */
export function sealEvent(sha256: Sha256, before: string, event: SealableEvent, key: string): Seal {
  const { open, personal } = splitData(event.type, event.data);
  const personalDigest = personal && digestOf(sha256, key, personal);
  const link = linkOf(sha256, before, event, open, personalDigest);
  return { key: personal && key, personalDigest, link };
}

/**
 * What is wrong with an event behind `before` (the link before it, as it was recomputed or as it is stored):
 *
 * - `personal`: its personal values are not those that were sealed (or they were erased in part).
 * - `link`: anything else of it, its seal, or the link before.
 */
export type Mismatch = 'personal' | 'link';

/** Null: the event is exactly what was sealed, but for personal values that were erased as a whole. */
export function mismatchOf(
  sha256: Sha256,
  before: string,
  event: SealableEvent,
  seal: Seal,
): Mismatch | null {
  const mismatch = mismatchBy(splitData(event.type, event.data), sha256, before, event, seal);
  if (mismatch === null || seal.personalDigest === null) return mismatch;
  // Sealed by a program that did not know the type yet.
  return mismatchBy(allPersonal(event.data), sha256, before, event, seal) === null ? null : mismatch;
}

/** The link that an event has behind `before` if its stored digest is the right one. */
export function linkBehind(
  sha256: Sha256,
  before: string,
  event: SealableEvent,
  personalDigest: string | null,
): string {
  return linkOf(sha256, before, event, splitData(event.type, event.data).open, personalDigest);
}

function mismatchBy(
  { open, personal }: Split,
  sha256: Sha256,
  before: string,
  event: SealableEvent,
  { key, personalDigest, link }: Seal,
): Mismatch | null {
  if ((personal === null) !== (personalDigest === null)) return 'link';
  if (link !== linkOf(sha256, before, event, open, personalDigest)) return 'link';
  if (personal === null) return key === null ? null : 'personal';
  const isSame = key === null ? isBlank(personal) : digestOf(sha256, key, personal) === personalDigest;
  return isSame ? null : 'personal';
}

function digestOf(sha256: Sha256, key: string, personal: readonly unknown[]): string {
  return sha256(`${key}\n${JSON.stringify(personal)}`);
}

function linkOf(
  sha256: Sha256,
  before: string,
  event: SealableEvent,
  open: unknown,
  personalDigest: string | null,
): string {
  return linkAfter(sha256, before, leafWith(sha256, event, open, personalDigest), event);
}

/**
 * What stands for an event in the chain behind `before`: who has only this learns nothing of it, and can still close
 * the chain. Where the event is not what was sealed, it closes nothing.
 */
export function leafOf(sha256: Sha256, before: string, event: SealableEvent, seal: Seal): string {
  const leafBy = ({ open }: Split) => leafWith(sha256, event, open, seal.personalDigest);
  const leaf = leafBy(splitData(event.type, event.data));
  if (seal.personalDigest === null || linkAfter(sha256, before, leaf, event) === seal.link) return leaf;
  // Sealed by a program that did not know the type yet.
  const whole = leafBy(allPersonal(event.data));
  return linkAfter(sha256, before, whole, event) === seal.link ? whole : leaf;
}

/** The link of an event of which only the leaf and its place are known. */
export function linkAfter(
  sha256: Sha256,
  before: string,
  leaf: string,
  { position, revision, recordedAt }: Pick<SealableEvent, 'position' | 'revision' | 'recordedAt'>,
): string {
  return sha256(`${before}\n${leaf}\n${position}\n${revision}\n${recordedAt}`);
}

function leafWith(
  sha256: Sha256,
  { id, stream, type, version, metadata }: SealableEvent,
  open: unknown,
  personalDigest: string | null,
): string {
  const publicText = JSON.stringify([FORMAT, id, stream, type, version, open, metadata]);
  return sha256(`${publicText}\n${personalDigest ?? ''}`);
}
