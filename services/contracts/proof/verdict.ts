/** The end of a chain. */
export type ChainHead = {
  readonly link: string;
  /** Position of the newest sealed event in the log. */
  readonly position: number;
  /** Number of sealed events. */
  readonly count: number;
};

/** How an event differs from what was sealed. */
export type Difference =
  /** The personal values (names, customer numbers, free text), or the key of their digest. */
  | 'personal'
  /** Anything else: id, stream, type, version, data, metadata, revision or time of recording. */
  | 'content'
  /** The same facts, written with other characters. */
  | 'text'
  /** Only the seal changed, not the event. */
  | 'seal'
  /** The event has no seal although the events around it have: it was inserted, or its seal was removed. */
  | 'unsealed'
  /** The event is still in the log, but names another company. */
  | 'company';

/** The first fault of a chain. */
export type Fault = {
  /**
   * `ended`: the whole log ends before this position, where an event was sealed. `unsigned`: the chain holds by itself,
   * and from this event on it is not the one that was signed.
   */
  readonly kind: 'changed' | 'removed' | 'inserted' | 'ended' | 'unsigned';
  readonly position: number;
  /** Null when no record of the event is left. */
  readonly stream: string | null;
  readonly revision: number | null;
  readonly type: string | null;
  /** Null for an event that is not there. */
  readonly difference: Difference | null;
};

export type Verdict = {
  /** Null: every sealed event is unchanged, none is missing and none was inserted. */
  readonly fault: Fault | null;
  /** Events verified before the fault or the end. */
  readonly events: number;
  /** Of these, events whose personal values were erased. */
  readonly erased: number;
  /** The end of the verified part of the chain; null when no event was verified. */
  readonly head: ChainHead | null;
  /** Whether a key of this installation signed the end of the chain. */
  readonly signed: boolean;
  /** Events that have no link yet, and the age of the oldest of them in seconds. */
  readonly unsealed: { readonly events: number; readonly seconds: number };
};

const DIFFERENCES: Readonly<Record<Difference, string>> = {
  personal: 'its names, numbers or texts are not those that were sealed',
  content: 'it is not what was sealed',
  text: 'it is not written as it was',
  seal: 'its seal was changed or removed',
  unsealed: 'it has no seal',
  company: 'it was moved to another company',
};

/** For a chain that is consistent but does not match the seal of a day (yyyy-mm-dd, UTC): it was rewritten, or cut off. */
export function sealFaultText(day: string): string {
  return `The seal of ${day} is not what the chain has at its place.`;
}

/** The fault in a sentence, without blame for what a failover can do. */
export function faultText({ kind, position, stream, revision, type, difference }: Fault): string {
  if (kind === 'ended')
    return (
      `The log ends before position ${position}, where an event was sealed. A failover or a restore ` +
      'that lost its end does this; so does the removal of its newest events.'
    );
  if (kind === 'unsigned')
    return (
      `From position ${position} on, where ${type === null ? 'an event' : type} is, the chain is not the one that was ` +
      'signed: it was made anew without the key.'
    );
  const what = type === null ? 'The event' : `${type}, event ${revision} of ${stream},`;
  const where = `${what} at position ${position} was ${kind}`;
  return difference === null ? `${where}.` : `${where}: ${DIFFERENCES[difference]}.`;
}

const SHOWN = 16;

/** The start of a link, for people who compare a mail with a screen: `3f9a 02bc 77d1 e04b`. */
export function fingerprint(link: string): string {
  return (link.slice(0, SHOWN).match(/.{1,4}/g) ?? []).join(' ');
}
