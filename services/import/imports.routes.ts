import { isUtf8 } from 'node:buffer';
import { Compile } from 'typebox/compile';
import { csvRow, UTF8_MARK } from '#contracts/csv.ts';
import * as endpoints from '#contracts/endpoints/imports.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { formatPrice, parsePrice } from '#contracts/money.ts';
import { rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { sha256 } from '#platform/digest.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { derivedId } from '#platform/ids.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { ALL, headerOf, isRefused, type Survey, survey } from './file-rows.ts';
import type { ImportRecord } from './imports.postgres.ts';
import { type ImportsDeps, rowsOf } from './imports.ts';
import { guessPeople, isKnown, type PersonRow } from './people-file.ts';
import { guessSales, type SaleRow } from './sales-file.ts';

const { IMPORT_MAX_PEOPLE, IMPORT_MAX_ROWS, isOfPeople } = endpoints;
const SHOWN_ROWS = 10;
const SHOWN_REFUSALS = 100;
const SHOWN_LINES = 5;
/** Of the file of refused rows: each piece is compressed by itself. */
const LINES_AT_ONCE = 500;
const planCheck = Compile(endpoints.ImportPlan);

/** The way in for a book of sales and for people, for the super employee. */
export function importsRoutes(route: Route, deps: ImportsDeps & { bus: Pick<LiveBus, 'publish'> }): void {
  const { records, store, clock } = deps;

  /** The list changed, without an event; its progress is asked for by the screen. */
  const announce = (companyId: string) =>
    deps.bus.publish({
      kind: 'committed',
      position: START,
      changes: [{ model: 'imports', companyId, keys: [] }],
    });

  const shown = async (record: ImportRecord): Promise<endpoints.Import> => {
    const { id, fileName, createdBy, createdAt, state, plan, total, read, accepted, known, refused } = record;
    const undone = await records.undoneOf(record);
    const counts = { total, read, accepted, known, refused, ...undone };
    return { id, file_name: fileName, by: createdBy, at: createdAt, state, plan, ...counts };
  };

  async function previewed(
    record: ImportRecord,
    plan: endpoints.ImportPlan,
    header: readonly string[],
  ): Promise<Answer<endpoints.Preview>> {
    const read = { ...record, plan };
    const seats = (await deps.queries.listEmployees(record.companyId, {}, ALL)).rows.length;
    return answer({ import: await shown(read), header: [...header], seats, ...(await preview(deps, read)) });
  }

  async function begin(
    companyId: string,
    id: string,
    from: 'uploaded' | 'done',
    to: 'running' | 'undoing',
  ): Promise<Answer<{ import: endpoints.Import }>> {
    const record = await records.find(companyId, id);
    if (!record) return rejected('notFound');
    // A repeated request finds what the first one began.
    if (record.state === to) return answer({ import: await shown(record) });
    if (record.state !== from) return rejected('conflict');
    if (to === 'running' && !(await hasGoodRow(record))) return rejected('emptyFile');
    const begun = await records.begin(record, from, to, await store.head());
    if (begun === 'other') return rejected('otherImportRuns');
    announce(companyId);
    const now = await records.find(companyId, id);
    // Another request may have begun it at the same moment.
    if (now?.state === to || begun === 'yes') return answer({ import: await shown(now ?? record) });
    return rejected('conflict');
  }

  /** The plan for a file that holds this, or what it seems to hold. */
  async function guess(
    companyId: string,
    found: Survey,
    kind?: endpoints.ImportKind,
  ): Promise<endpoints.ImportPlan> {
    const sales = guessSales(found);
    const plan = guessPeople(found);
    const { email, firstName, lastName, name } = plan.people;
    const hasPeople = email !== null && [firstName, lastName, name].some((place) => place !== null);
    const hasSales = sales.columns.date !== null || sales.columns.price !== null;
    if ((kind ?? (hasPeople && !hasSales ? 'people' : 'sales')) === 'sales') return sales;
    const [only, ...others] = (await deps.queries.campaignsOf(companyId, ALL)).rows;
    return only && others.length === 0 ? { ...plan, campaign: only.campaign_id } : plan;
  }

  async function guessFor({ companyId }: ImportRecord, file: string, kind: endpoints.ImportKind) {
    const found = await survey(file);
    return found.ok ? guess(companyId, found.value, kind) : null;
  }

  async function hasGoodRow(record: ImportRecord): Promise<boolean> {
    for await (const row of rowsOf(deps, record)) if (!isRefused(row) && !isKnown(row)) return true;
    return false;
  }

  route(endpoints.getImports, async ({ caller }) => {
    const newest = await records.newest(caller.companyId);
    return answer({ requestedData: await Promise.all(newest.map(shown)) });
  });

  route(endpoints.uploadImport, async ({ caller, query, body }) => {
    const { companyId, employeeId } = caller;
    const file = textOf(body);
    if (typeof file !== 'string') return rejected(file.problem);
    const found = await survey(file, IMPORT_MAX_ROWS);
    if (!found.ok) return found;
    const { header, rows: total } = found.value;
    if (total > IMPORT_MAX_ROWS) return rejected('fileTooLarge');
    const plan = await guess(companyId, found.value);
    if (isOfPeople(plan) && total > IMPORT_MAX_PEOPLE) return rejected('tooManyPeople');
    const digest = sha256(file);
    const id = derivedId(companyId, 'upload', digest, String(await records.begunOf(companyId, digest)));
    await records.add(id, {
      ...{ companyId, createdBy: employeeId, createdAt: clock.now().toISOString(), digest, file },
      ...{ fileName: readShortText(query.name) || 'file.csv', plan, total },
    });
    announce(companyId);
    const record = await records.find(companyId, id);
    return record ? previewed(record, record.plan, header) : rejected('notFound');
  });

  route(endpoints.previewImport, async ({ caller, params, body }) => {
    const record = await records.find(caller.companyId, params.id);
    if (!record) return rejected('notFound');
    const file = (await records.fileOf(record)) ?? '';
    const plan = body.kind ? await guessFor(record, file, body.kind) : planOf(body.plan ?? '');
    if (!plan) return rejected('malformed');
    if (isOfPeople(plan) && record.total > IMPORT_MAX_PEOPLE) return rejected('tooManyPeople');
    if (!(await records.setPlan(record, plan))) return rejected('conflict');
    return previewed(record, plan, await headerOf(file));
  });

  route(endpoints.getRefusedRows, async ({ caller, params }) => {
    const record = await records.find(caller.companyId, params.id);
    if (!record) return rejected('notFound');
    return {
      ok: true,
      reply: refusedCsv(record),
      file: { name: 'refused.csv', type: 'text/csv; charset=utf-8' },
    };
  });

  async function* refusedCsv(record: ImportRecord) {
    let lines = [`${UTF8_MARK}${csvRow(['Line', 'Column', 'Reason'])}\r\n`];
    const isNew = record.state === 'uploaded';
    for await (const row of isNew ? rowsOf(deps, record) : records.refusedOf(record)) {
      if (isRefused(row)) lines.push(`${csvRow([row.line, row.column, row.reason])}\r\n`);
      if (lines.length < LINES_AT_ONCE) continue;
      yield lines.join('');
      lines = [];
    }
    yield lines.join('');
  }

  route(endpoints.startImport, ({ caller, params }) =>
    begin(caller.companyId, params.id, 'uploaded', 'running'),
  );

  route(endpoints.undoImport, ({ caller, params }) => begin(caller.companyId, params.id, 'done', 'undoing'));
}

type Previewed = Omit<endpoints.Preview, 'import' | 'header' | 'seats'>;

/** What an import would do. */
async function preview(deps: ImportsDeps, record: ImportRecord): Promise<Previewed> {
  const rows: endpoints.PreviewRow[] = [];
  const people: endpoints.PreviewPerson[] = [];
  const refusals = new Map<string, endpoints.Refusal>();
  const counts = { good: 0, known: 0, refusedCount: 0 };
  for await (const row of rowsOf(deps, record)) {
    if (isRefused(row)) {
      counts.refusedCount += 1;
      countRefusal(refusals, row);
    } else if (isKnown(row)) counts.known += 1;
    else {
      counts.good += 1;
      if (counts.good > SHOWN_ROWS) continue;
      if ('input' in row) people.push(shownPerson(row));
      else rows.push(shown(row));
    }
  }
  const frequent = [...refusals.values()]
    .sort((one, other) => other.count - one.count || (one.lines[0] ?? 0) - (other.lines[0] ?? 0))
    .slice(0, SHOWN_REFUSALS);
  return { rows, people, refusals: frequent, refusalCount: refusals.size, ...counts };
}

function countRefusal(
  refusals: Map<string, endpoints.Refusal>,
  { line, column, reason }: endpoints.RefusedRow,
): void {
  const key = JSON.stringify([column, reason]);
  const { count, lines } = refusals.get(key) ?? { count: 0, lines: [] };
  // People are not read in the order of their lines.
  const first = [...lines, line].sort((one, other) => one - other).slice(0, SHOWN_LINES);
  refusals.set(key, { column, reason, count: count + 1, lines: first });
}

function shownPerson({ line, input, campaign, manager }: PersonRow): endpoints.PreviewPerson {
  const { firstName, lastName, email, employeeNumber: number = '', role = '', shiftDuration } = input;
  const duration = `${shiftDuration ?? ''}`;
  return { line, name: `${firstName} ${lastName}`, email, number, role, campaign, manager, duration };
}

function shown({ employee, campaign, price, ...row }: SaleRow): endpoints.PreviewRow {
  const { line, date, name, customer, discount, status } = row;
  const cents = price === '' ? null : parsePrice(price);
  const names = { employee: employee.name, campaign: campaign.name };
  const text = cents === null ? '' : formatPrice(cents);
  return { line, date, ...names, name, customer, price: text, discount, status };
}

/** The text of an uploaded file, or why it is none. */
function textOf(body: endpoints.UploadedFile): string | { readonly problem: MessageCode } {
  if (!(body instanceof Uint8Array))
    return typeof body.text === 'string' ? body.text : { problem: 'notCsvFile' };
  if (body.includes(0) || !isUtf8(body)) return { problem: 'notCsvFile' };
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

function planOf(text: string): endpoints.ImportPlan | null {
  try {
    const plan: unknown = JSON.parse(text);
    return planCheck.Check(plan) ? plan : null;
  } catch {
    return null;
  }
}
