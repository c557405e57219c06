import type { Seal, SealableEvent } from './chain.ts';

/**
 * An exported file has one JSON text per line: a header, a line for each sealed event of the company in the order of
 * the chain, the claimed totals and seals, and a digest of all lines before it. The lines are grouped into blocks;
 * the digest is SHA-256(digest of the blocks before LF text of the block), starting from ''.
 */
export type ExportHeader = {
  readonly export: 1;
  readonly companyId: string;
  readonly companyName: string;
  /** The employee whose proof file it is; null for the whole company. */
  readonly person: { readonly id: string; readonly name: string } | null;
  /** UTC ISO-8601. */
  readonly madeAt: string;
};

/** The Closed sales of an employee and their commission in cents, by the amounts in the events. */
export type ExportTotal = readonly [employeeId: string, sales: number, cents: number];

export type ExportSeal = {
  readonly day: string;
  readonly position: number;
  readonly count: number;
  readonly link: string;
};

/** What the program that made the file said about signatures; the chain itself says nothing of them. */
export type ExportSigning = {
  /** Public keys of which one has to sign the end of the chain, in 64 hex digits each. */
  readonly keys: readonly string[];
  /** False: the company's chain may still be without a signature. */
  readonly isRequired: boolean;
  /** Of the last link, in 128 hex digits. */
  readonly signature: string | null;
};

export type ExportEnd = {
  readonly events: number;
  /** The last link; null for a company without events. */
  readonly link: string | null;
  readonly totals: readonly ExportTotal[];
  readonly seals: readonly ExportSeal[];
  /** Absent in a file of a program that did not sign. */
  readonly signing?: ExportSigning;
};

/** An event in full with its seal. */
export type FullLine = { readonly event: SealableEvent; readonly seal: Seal };
/** Stands for an event that the reader of the file may not see; the chain can be verified with it. */
export type BareLine = {
  readonly position: number;
  readonly revision: number;
  readonly recordedAt: string;
  readonly leaf: string;
  readonly link: string;
};

/** JSON for a script element of a page: no text in it can end the element. */
function inPage(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export const writeHeader = (header: ExportHeader): string => inPage(header);
export const writeEnd = (end: ExportEnd): string => inPage(['end', end]);
export const writeDigest = (digest: string): string => inPage(['digest', digest]);

export function writeFull({ event, seal }: FullLine): string {
  const { position, revision, recordedAt, id, stream, type, version, data, metadata } = event;
  const { key, personalDigest, link } = seal;
  return inPage([
    ...['event', position, revision, recordedAt, id, stream, type, version, data, metadata],
    ...[key, personalDigest, link],
  ]);
}

export function writeBare({ position, revision, recordedAt, leaf, link }: BareLine): string {
  return inPage(['link', position, revision, recordedAt, leaf, link]);
}

export type ExportLine =
  | ({ readonly kind: 'event' } & FullLine)
  | ({ readonly kind: 'link' } & BareLine)
  | { readonly kind: 'end'; readonly end: ExportEnd }
  | { readonly kind: 'digest'; readonly digest: string };

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

/** Reads the first line; null when it is not a header. */
export function readHeader(text: string): ExportHeader | null {
  const read = parsed(text) as ExportHeader | undefined;
  const fits =
    read?.export === 1 &&
    [read.companyId, read.companyName, read.madeAt].every(isText) &&
    (read.person === null || (isText(read.person?.id) && isText(read.person.name)));
  return fits ? read : null;
}

/** Reads any other line; null when it has no known form. */
export function readLine(text: string): ExportLine | null {
  const read = parsed(text);
  if (!Array.isArray(read)) return null;
  switch (read[0]) {
    case 'event':
      return readFull(read);
    case 'link':
      return readBare(read);
    case 'end':
      return readEnd(read[1]);
    case 'digest':
      return isText(read[1]) ? { kind: 'digest', digest: read[1] } : null;
    default:
      return null;
  }
}

function readFull(read: readonly unknown[]): ExportLine | null {
  const [, position, revision, recordedAt, id, stream, type, version, data, metadata, ...rest] = read;
  const [key, personalDigest, link] = rest;
  if (rest.length !== 3 || ![position, revision, version].every(isCount)) return null;
  if (![recordedAt, id, stream, type, link].every(isText)) return null;
  if (!isTextOrNull(key) || !isTextOrNull(personalDigest)) return null;
  const event = {
    position,
    revision,
    recordedAt,
    id,
    stream,
    type,
    version,
    data,
    metadata,
  } as SealableEvent;
  return { kind: 'event', event, seal: { key, personalDigest, link: link as string } };
}

function readBare(read: readonly unknown[]): ExportLine | null {
  const [, position, revision, recordedAt, leaf, link] = read;
  if (read.length !== 6 || ![position, revision].every(isCount)) return null;
  if (![recordedAt, leaf, link].every(isText)) return null;
  return { kind: 'link', position, revision, recordedAt, leaf, link } as ExportLine;
}

function readEnd(end: ExportEnd | undefined): ExportLine | null {
  const fits =
    isCount(end?.events) &&
    isTextOrNull(end.link) &&
    isListOf(end.totals, isTotal) &&
    isListOf(end.seals, isSeal) &&
    (end.signing === undefined || isSigning(end.signing));
  return fits ? { kind: 'end', end } : null;
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function isTotal(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [employeeId, sales, cents] = value;
  return isText(employeeId) && isCount(sales) && isCount(cents);
}

function isSigning(value: unknown): boolean {
  const { keys, isRequired, signature } = (value ?? {}) as Partial<ExportSigning>;
  return isListOf(keys, isText) && typeof isRequired === 'boolean' && isTextOrNull(signature);
}

function isSeal(value: unknown): boolean {
  const { day, position, count, link } = (value ?? {}) as Partial<ExportSeal>;
  return isText(day) && isCount(position) && isCount(count) && isText(link);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
