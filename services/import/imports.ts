import { Type } from 'typebox';
import type { ImportPlan, RefusedRow } from '#contracts/endpoints/imports.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { messages } from '#contracts/messages.ts';
import { normalizeName } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { handle, type JobRun, jobType } from '#platform/jobs/job.ts';
import type { SalesCommands } from '#services/sales/sales.commands.ts';
import type { ImportRecord, ImportRecords, Portion } from './imports.postgres.ts';
import { type Company, isRefused, type ReadRow, readSales, type SaleRow } from './sales-file.ts';

type Limit = { readonly limit: number };
type ListedPerson = Readonly<
  Record<'id' | 'first_name' | 'last_name' | 'email', string> & { employee_number: string | null }
>;
type ListedCampaign = Readonly<Record<'campaign_id' | 'campaign_name', string>>;

export type ImportsDeps = {
  readonly records: ImportRecords;
  readonly store: Pick<EventStore, 'read' | 'head'>;
  readonly queries: {
    listEmployees(companyId: string, all: object, wish: Limit): Promise<{ rows: readonly ListedPerson[] }>;
    campaignsOf(companyId: string, wish: Limit): Promise<{ rows: readonly ListedCampaign[] }>;
  };
  readonly sales: Pick<SalesCommands, 'recordSale' | 'deleteSale'>;
  readonly clock: Clock;
};

const ALL = { limit: 1_000_000 };
/** Rows that are recorded at once and counted together. */
const PORTION = 200;
/** How long a run works before other jobs have their turn. */
const TURN_MS = 2000;

/** The people and campaigns that rows may name. */
export async function companyOf(
  { queries }: Pick<ImportsDeps, 'queries'>,
  companyId: string,
): Promise<Company> {
  const employees = await queries.listEmployees(companyId, {}, ALL);
  const campaigns = await queries.campaignsOf(companyId, ALL);
  const named = new Map<string, { id: string; name: string } | null>();
  const add = (all: typeof named, key: string | null, id: string, name: string) => {
    const known = all.get(normalizeName(key ?? ''));
    if (key) all.set(normalizeName(key), known === undefined || known?.id === id ? { id, name } : null);
  };
  for (const { id, first_name, last_name, employee_number, email } of employees.rows) {
    const name = `${first_name} ${last_name}`;
    for (const key of [email, employee_number, name]) add(named, key, id, name);
  }
  const byName: typeof named = new Map();
  for (const { campaign_id, campaign_name } of campaigns.rows)
    add(byName, campaign_name, campaign_id, campaign_name);
  return { employees: named, campaigns: byName };
}

/** The rows of the file of an import; none when the file is dropped. */
export async function* rowsOf(
  deps: ImportsDeps,
  record: ImportRecord,
  plan: ImportPlan,
): AsyncGenerator<ReadRow> {
  const file = await deps.records.fileOf(record);
  if (file !== null) yield* readSales(file, plan, await companyOf(deps, record.companyId));
}

const runImports = jobType({
  name: 'run-imports',
  data: Type.Object({}),
  schedule: { every: 3000 },
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

/** Takes every import and undo that is at work some steps further; after a kill the next run goes on. */
export function runImportsJob(deps: ImportsDeps) {
  return handle(runImports, async (_data, run) => {
    const failures: unknown[] = [];
    for (const record of await deps.records.atWork()) {
      const step = record.state === 'running' ? importRows : undo;
      // Imports of other companies go on.
      await step(deps, record, run).catch((failure: unknown) => failures.push(failure));
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} imports stopped; the next run goes on`);
  });
}

async function importRows(
  deps: ImportsDeps,
  begun: ImportRecord,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const end = performance.now() + TURN_MS;
  let record = begun;
  let skipped = 0;
  let portion: ReadRow[] = [];
  const flush = async (): Promise<boolean> => {
    const result = await recordRows(deps, record, portion);
    if (!(await deps.records.count(record, result))) return false;
    record = { ...record, read: record.read + portion.length };
    portion = [];
    return !signal.aborted && performance.now() < end;
  };
  for await (const row of rowsOf(deps, record, record.plan)) {
    skipped += 1;
    if (skipped <= begun.read) continue;
    portion.push(row);
    if (portion.length === PORTION && !(await flush())) return;
  }
  if (portion.length > 0 && !(await flush()) && record.read < record.total) return;
  await deps.records.finish(record, 'done');
}

/** Records the good rows of a portion, in any order. A repetition records nothing twice, and has the same result. */
async function recordRows(
  deps: ImportsDeps,
  record: ImportRecord,
  rows: readonly ReadRow[],
): Promise<Portion> {
  const accepted: string[] = [];
  const refused: RefusedRow[] = [];
  let known = 0;
  await Promise.all(
    rows.map(async (row) => {
      const recorded = isRefused(row) ? row : await recordRow(deps, record, row);
      if (recorded === 'known') known += 1;
      else if (isRefused(recorded)) refused.push(recorded);
      else accepted.push(recorded.saleId);
    }),
  );
  return { rows: rows.length, accepted, known, refused };
}

/** `known`: an earlier import has recorded this row, and it is still there. */
async function recordRow(
  { sales, store, clock }: ImportsDeps,
  record: ImportRecord,
  { line, key, employee, campaign, date, name, customer, price, discount, status, details }: SaleRow,
): Promise<RefusedRow | 'known' | { saleId: string }> {
  // A sale that was deleted since, maybe by an undo, is recorded anew under the next id.
  for (let again = 0; ; again += 1) {
    const ctx = contextOf(record, clock, ['row', key, String(again)], record.id);
    const outcome = await sales.recordSale(ctx, {
      ...{ employeeId: employee.id, campaignId: campaign.id, entryDate: date },
      ...{ name, customerNumber: customer, discount, status, details, actorIsManager: true },
      ...(price !== '' && { price }),
    });
    if (!outcome.ok) return { line, column: '', reason: messages[outcome.code] };
    const { saleId } = outcome.value;
    if (outcome.position > (record.head ?? 0)) return { saleId };
    const events = await store.read(streams.sale(record.companyId, saleId));
    if (events.at(-1)?.type !== 'SaleDeleted') return 'known';
  }
}

async function undo(
  deps: ImportsDeps,
  record: ImportRecord,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const end = performance.now() + TURN_MS;
  while (!signal.aborted && performance.now() < end) {
    const saleIds = await deps.records.salesToUndo(record, PORTION);
    if (saleIds.length === 0) return deps.records.finish(record, 'undone');
    const results = await Promise.all(
      saleIds.map(async (saleId) => ({ saleId, undone: await undoSale(deps, record, saleId) })),
    );
    for (const undone of ['deleted', 'kept'] as const) {
      const ids = results.filter((result) => result.undone === undone).map(({ saleId }) => saleId);
      if (ids.length > 0) await deps.records.countUndone(record, undone, ids);
    }
  }
}

/** Deletes a sale that is as it was recorded. */
async function undoSale(
  { sales, store, clock }: ImportsDeps,
  record: ImportRecord,
  saleId: string,
): Promise<'deleted' | 'kept'> {
  const [recorded] = (await store.read(streams.sale(record.companyId, saleId), { limit: 1 })).map(
    decodeEvent,
  );
  if (recorded?.type !== 'SaleRecorded') return 'kept';
  const ctx = contextOf(record, clock, ['undo', record.id, saleId], derivedId(record.id, 'undo'));
  const outcome = await sales.deleteSale(ctx, { saleId, onlyIf: recorded.data.sale, actorIsManager: true });
  return outcome.ok ? 'deleted' : 'kept';
}

/** In the name of the super employee who brought the file. */
function contextOf(
  { companyId, createdBy }: ImportRecord,
  clock: Clock,
  step: readonly string[],
  correlationId: string,
): CommandContext {
  return {
    companyId,
    actorId: createdBy,
    commandId: derivedId(companyId, 'import', ...step),
    correlationId,
    origin: 'import',
    now: clock.now().toISOString(),
  };
}
