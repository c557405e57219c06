import type { UncheckedEvent } from '../events/codec.ts';
import type { PersonalFields } from '../events/event.ts';
import { type EventType, events } from '../events/vocabulary.ts';

/**
 * The chain of a company: one link for each of its events, in the order of the log. The same functions seal
 * (server), verify (server, command line) and verify offline (exported file, browser). Format 1:
 *
 * - personal text: the personal values of the data (declared with each event) as a JSON array; '' without any.
 * - personal digest: SHA-256(key LF personal text), the key being 16 random bytes in hex, of this event alone.
 *   It stays when key and values are erased: without the key the values cannot be guessed. '' without any.
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

/** What is stored beside an event. */
export type Seal = {
  /** 32 hex digits; null when the type has no personal values, or when they were erased. */
  readonly key: string | null;
  /** Null when the type has no personal values. */
  readonly personalDigest: string | null;
  readonly link: string;
};

/** The text before the first link. It names the company, so that no chain passes for that of another company. */
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
 * How an event differs from what was sealed:
 *
 * - `personal`: its personal values changed, or were erased in part.
 * - `link`: anything else changed: the event, its seal, or the link before it.
 */
export type Mismatch = 'personal' | 'link';

/**
 * Null when the event is exactly what was sealed; personal values may be erased as a whole. `before` is the link
 * before it, recomputed or as stored.
 */
export function mismatchOf(
  sha256: Sha256,
  before: string,
  event: SealableEvent,
  seal: Seal,
): Mismatch | null {
  const mismatch = mismatchBy(splitData(event.type, event.data), sha256, before, event, seal);
  if (mismatch === null || seal.personalDigest === null) return mismatch;
  // A program that did not know the type yet sealed all of its data as personal.
  return mismatchBy(allPersonal(event.data), sha256, before, event, seal) === null ? null : mismatch;
}

/** The link of an event behind `before`, if its stored digest is right. */
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
 * The leaf of an event: it says nothing about the event, and the chain can be verified with it. If the event is not
 * what was sealed, the leaf does not fit the chain.
 */
export function leafOf(sha256: Sha256, before: string, event: SealableEvent, seal: Seal): string {
  const leafBy = ({ open }: Split) => leafWith(sha256, event, open, seal.personalDigest);
  const leaf = leafBy(splitData(event.type, event.data));
  if (seal.personalDigest === null || linkAfter(sha256, before, leaf, event) === seal.link) return leaf;
  // A program that did not know the type yet sealed all of its data as personal.
  const whole = leafBy(allPersonal(event.data));
  return linkAfter(sha256, before, whole, event) === seal.link ? whole : leaf;
}

/** The link of an event, from its leaf and its place in the log. */
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

/** The data of an event in two parts. Together they hold exactly what the event holds. */
type Split = {
  /** The data with null in place of each personal value. */
  readonly open: unknown;
  /** The personal values, in the order of the declaration; null for a type that has none. */
  readonly personal: readonly unknown[] | null;
};

type Fields = Readonly<Record<string, unknown>>;

/** All data of an unknown type counts as personal: no declaration says which part of it is not. */
function splitData(type: string, data: unknown): Split {
  const fields: PersonalFields | undefined = Object.hasOwn(events, type)
    ? events[type as EventType].personal
    : undefined;
  if (fields && !fields.own && !fields.within) return { open: data, personal: null };
  if (!fields || !isObject(data)) return allPersonal(data);
  const personal: unknown[] = [];
  const open = { ...withNulls(data, fields.own ?? [], personal) };
  for (const [name, within] of Object.entries(fields.within ?? {})) {
    if (!Object.hasOwn(open, name)) continue;
    const value = open[name];
    if (isObject(value)) open[name] = withNulls(value, within, personal);
    else {
      personal.push(value);
      open[name] = null;
    }
  }
  return { open, personal };
}

function allPersonal(data: unknown): Split & { personal: readonly unknown[] } {
  return { open: null, personal: [data] };
}

/** Whether all personal values were erased: only empty texts and nulls are left. */
function isBlank(personal: readonly unknown[]): boolean {
  return personal.every((value) => value === '' || value === null);
}

function withNulls(object: Fields, names: readonly string[], personal: unknown[]): Record<string, unknown> {
  const open: Record<string, unknown> = { ...object };
  for (const name of names) {
    if (!Object.hasOwn(open, name)) continue;
    personal.push(open[name]);
    open[name] = null;
  }
  return open;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
