/** Where a chain ends. */
export type ChainHead = {
  readonly link: string;
  /** Of the newest event that is sealed. */
  readonly position: number;
  /** How many events are sealed. */
  readonly count: number;
};

/** How an event is not as it was sealed. */
export type Difference =
  /** Names, numbers of customers, typed texts: its personal values, or the key of their digest. */
  | 'personal'
  /** Anything else of it: id, stream, type, version, data, metadata, revision or time of recording. */
  | 'content'
  /** The same facts, but not in the letters in which they were written. */
  | 'text'
  /** The event is as it was sealed; its seal is not. */
  | 'seal'
  /** Nothing seals it, and seals were there when it could have come: somebody put it there, or took its seal. */
  | 'unsealed'
  /** It is still in the log, but says that it is another company's. */
  | 'company';

/** The first event of a chain that is not as it was. */
export type Fault = {
  readonly kind: 'changed' | 'removed' | 'inserted';
  readonly position: number;
  /** Null where nothing is left that says it. */
  readonly stream: string | null;
  readonly revision: number | null;
  readonly type: string | null;
  /** Null of a removed event. */
  readonly difference: Difference | null;
};

export type Verdict = {
  /** Null: every sealed event is as it was, none is missing and none was put between. */
  readonly fault: Fault | null;
  /** Events verified, in order, before the fault or the end. */
  readonly events: number;
  /** Of these, events whose personal values were erased. */
  readonly erased: number;
  /** The end of the chain as far as it is verified; null where nothing is. */
  readonly head: ChainHead | null;
  /** Events that are too new to have a link yet, and how long the oldest has waited, in seconds. */
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

/** Of a chain that holds by itself and is not what was kept of a day (yyyy-mm-dd, UTC): it was made anew, or cut off. */
export function sealFaultText(day: string): string {
  return `The seal of ${day} is not what the chain has at its place.`;
}

/** One clear sentence. */
export function faultText({ kind, position, stream, revision, type, difference }: Fault): string {
  const what = type === null ? 'The event' : `${type}, event ${revision} of ${stream},`;
  const where = `${what} at position ${position} was ${kind}`;
  return difference === null ? `${where}.` : `${where}: ${DIFFERENCES[difference]}.`;
}
