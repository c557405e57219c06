import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { chainStart, leafOf } from '#contracts/proof/chain.ts';
import {
  type ExportHeader,
  type ExportSeal,
  type ExportTotal,
  writeBare,
  writeDigest,
  writeEnd,
  writeFull,
  writeHeader,
} from '#contracts/proof/export-lines.ts';
import { pageTitle, UNCHECKED } from '#contracts/proof/export-page.ts';
import { earned, saleChangeOf } from '#contracts/proof/sale-change.ts';
import { isOfAccess } from '#platform/access/access-rights.ts';
import { sha256 } from '#platform/digest.ts';
import { escapeHtml } from '#platform/escape.ts';
import { type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { Proof, SealedEvent } from './seal/proof.ts';
import type { SealKeys } from './seal/seal-keys.ts';
import type { Seals } from './seals.postgres.ts';

/** Lines per script element; the browser checks one element at a time. */
const LINES_PER_BLOCK = 500;
const SEALS_AT_ONCE = 500;
/** After so many events requests have their turn, a millisecond of work each. */
const EVENTS_AT_ONCE = 50;

export type ExportDeps = {
  readonly proof: Pick<Proof, 'headOf' | 'sealedEvents'>;
  readonly seals: Pick<Seals, 'page'>;
  readonly keys: Pick<SealKeys, 'current' | 'isRequired' | 'isSigned'>;
  readonly verifier: () => Promise<Verifier>;
  /** Whether the reader of the file may see an event; default: all. */
  readonly seenBy?: (event: RecordedEvent) => boolean | Promise<boolean>;
};

/**
 * The page of an export, piece by piece. It exports the events as they are, faults included; the page finds them.
 * Memory is constant except for a sum per employee and the seals.
 */
export async function* exported(
  { proof, seals, keys, verifier, seenBy = () => true }: ExportDeps,
  header: ExportHeader,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const page = exportPage(header, await verifier());
  const sums = createSums(header.person?.id ?? null);
  let digest = '';
  let lines: string[] = [writeHeader(header)];
  const block = () => {
    const text = `\n${lines.join('\n')}\n`;
    digest = sha256(`${digest}\n${text}`);
    lines = [];
    return page.block(text);
  };

  yield page.head;
  // Read before the events: everything sealed until now must be in the file.
  const known = await allSeals(seals, header.companyId);
  const head = await proof.headOf(header.companyId);
  let events = 0;
  let last: SealedEvent | undefined;
  // The file names every place as it was sealed, also in a company that came from another installation.
  const places = new Set(known.map(({ position }) => position));
  const carried = new Map<number, number>();
  let before = chainStart(sha256, header.companyId);
  for await (const sealed of proof.sealedEvents(header.companyId, signal ? { signal } : {})) {
    events += 1;
    last = sealed;
    if (places.has(sealed.position)) carried.set(sealed.position, sealed.event.position);
    const isShown = isOf(sealed.event, header.person?.id) && (await seenBy(sealed.event));
    lines.push(lineOf(sealed, before, isShown));
    before = sealed.link;
    sums.add(sealed);
    if (lines.length >= LINES_PER_BLOCK) yield block();
    if (events % EVENTS_AT_ONCE === 0) await othersTurn();
  }
  const isCut = head !== null && head.position > (last?.position ?? START);
  const end = isCut ? { events: head.count, link: head.link } : { events, link: last?.link ?? null };
  const days = known.map((seal) => ({ ...seal, position: carried.get(seal.position) ?? seal.position }));
  const signature = last?.signature ?? null;
  // Where each machine has a key of its own, the signature may be of another one.
  const isKnown =
    keys.isRequired() ||
    keys.isSigned(header.companyId, { count: events, link: last?.link ?? '', signature });
  const signing = {
    ...{ keys: keys.current(), isRequired: keys.isRequired() && events > 0 },
    signature: isKnown ? signature : null,
  };
  lines.push(writeEnd({ ...end, totals: sums.totals(), seals: days, signing }));
  yield block();
  lines.push(writeDigest(digest));
  yield page.block(`\n${lines.join('\n')}\n`);
  yield page.foot;
}

function lineOf(
  { event, position: _, signature: __, ...seal }: SealedEvent,
  before: string,
  isShown: boolean,
): string {
  if (isShown) return writeFull({ event, seal });
  const { position, revision, recordedAt } = event;
  return writeBare({
    position,
    revision,
    recordedAt,
    leaf: leafOf(sha256, before, event, seal),
    link: seal.link,
  });
}

/** Closed sales and their commission, by the amounts in the events. */
function createSums(personId: string | null) {
  const sums = new Map<string, { sales: number; cents: number }>();
  const count = (one: ReturnType<typeof earned>, sign: 1 | -1) => {
    if (!one || (personId !== null && one.employeeId !== personId)) return;
    const { sales = 0, cents = 0 } = sums.get(one.employeeId) ?? {};
    sums.set(one.employeeId, { sales: sales + sign, cents: cents + sign * one.cents });
  };
  return {
    add({ event }: SealedEvent): void {
      const change = saleChangeOf(event);
      if (!change) return;
      count(earned(change.before), -1);
      count(earned(change.after), 1);
    },
    totals: (): ExportTotal[] => [...sums].map(([id, { sales, cents }]) => [id, sales, cents]),
  };
}

async function allSeals(seals: ExportDeps['seals'], companyId: string): Promise<ExportSeal[]> {
  const found: ExportSeal[] = [];
  let after: readonly (string | number)[] | undefined;
  do {
    const { rows, next } = await seals.page(companyId, { limit: SEALS_AT_ONCE, after });
    found.push(...rows.map(({ day, position, count, link }) => ({ day, position, count, link })));
    after = next ?? undefined;
  } while (after);
  return found.reverse();
}

type Said = Readonly<Record<string, unknown>>;

/**
 * Whether an event belongs to the proof file of an employee: their own record, shifts and sales, sales that were
 * moved to or from them, and the campaigns, which every employee may see and which name the sales.
 */
function isOf(
  { type, data }: { readonly type: string; readonly data: unknown },
  employeeId: string | undefined,
): boolean {
  if (employeeId === undefined) return true;
  if (typeof data !== 'object' || data === null) return false;
  const said = data as Said;
  if (type.startsWith('Campaign')) return true;
  // Such a file may be for others, who have no business with networks and devices.
  if (isOfAccess({ type })) return false;
  if (said.employeeId === employeeId) return true;
  return ['sale', 'before', 'after'].some(
    (name) => type.startsWith('Sale') && (said[name] as Said | undefined)?.employeeId === employeeId,
  );
}

/** The script that checks a page, and its digest in the form of a Content-Security-Policy. */
type Verifier = { readonly script: string; readonly digest: string };

const BUILT = join(import.meta.dirname, '../../dist/offline/verifier.js');

/** Reads the built script once. Throws when there is no build. */
export function createVerifierSource(path = BUILT): () => Promise<Verifier> {
  let known: Promise<Verifier> | undefined;
  const read = async () => {
    const script = (await readFile(path, 'utf8')).replaceAll('</script', '<\\/script');
    return { script, digest: hash('sha256', script, 'base64') };
  };
  return () => {
    known ??= read();
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}

/**
 * A page that loads nothing. Its Content-Security-Policy allows only the script it was made with: a changed script
 * does not run, and the page keeps the text that says it is not checked.
 */
function exportPage(header: ExportHeader, { script, digest }: Verifier) {
  const title = escapeHtml(pageTitle(header));
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'sha256-${digest}'`;
  return {
    head: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
</head>
<body>
<main id="report">
<h1>${title}</h1>
<p>${UNCHECKED}</p>
</main>
`,
    block: (text: string) => `<script type="application/x-tallyboard">${text}</script>`,
    foot: `<script>${script}</script>
</body>
</html>
`,
  };
}

export type ExportNameQueries = Pick<Queries, 'companyAccount' | 'namesOf'>;

export async function companyName(queries: ExportNameQueries, companyId: string): Promise<string> {
  return (await queries.companyAccount(companyId))?.name ?? '';
}

/** Undefined: the company never had an employee with this id. */
export async function employeeName(
  queries: ExportNameQueries,
  companyId: string,
  employeeId: string,
): Promise<string | undefined> {
  const [found] = await queries.namesOf(companyId, [employeeId]);
  return found && `${found.first_name} ${found.last_name}`;
}
