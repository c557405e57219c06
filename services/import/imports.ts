import { Type } from 'typebox';
import { isOfPeople, type RefusedRow } from '#contracts/endpoints/imports.endpoints.ts';
import { latestDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { handle, type JobRun, jobType } from '#platform/jobs/job.ts';
import { newEmployeeId } from '#services/employees/employees.commands.ts';
import { type ContextOf, companyOf, isRefused, type Recorded, undoIdOf } from './file-rows.ts';
import { addPerson, type PeopleDeps, staffOf, undoPerson } from './imported-people.ts';
import type { ImportRecord, ImportRecords, Portion } from './imports.postgres.ts';
import { isKnown, readPeople } from './people-file.ts';
import { readSales, recordSale, type SaleRow, type SalesDeps, undoSale } from './sales-file.ts';

export type ImportsDeps = SalesDeps &
  PeopleDeps & {
    readonly records: ImportRecords;
    readonly store: Pick<EventStore, 'head'>;
    /** True as soon as the history has everything up to a position; false when that takes long. */
    readonly historyReaches: (position: number) => Promise<boolean>;
    /**
     * Counts sales of before the first pay period as paid, and no longer those that are taken away. False when the read
     * models are not so far; repeating it changes nothing.
     */
    readonly countAsPaid: (ctx: CommandContext) => Promise<boolean>;
    readonly clock: Clock;
  };

/** A row of a file; the type says what it came to. */
export type ReadRow = SaleRow | Awaited<ReturnType<typeof readPeople>>[number];

/** Rows that are recorded at once and counted together. */
const PORTION = 200;
/** How long a run works before other jobs have their turn. */
const TURN_MS = 2000;

/** The rows of the file of an import, in the order in which they are recorded; none when the file is dropped. */
export async function* rowsOf(deps: ImportsDeps, record: ImportRecord): AsyncGenerator<ReadRow> {
  const file = await deps.records.fileOf(record);
  if (file === null) return;
  const { companyId, plan } = record;
  if (!isOfPeople(plan)) {
    const latest = latestDate(deps.clock.now().toISOString());
    yield* readSales(file, plan, await companyOf(deps.queries, companyId), latest);
  } else {
    const ctx = contextOf(record, deps.clock);
    const staff = await staffOf(deps, record, (email) => newEmployeeId(ctx('person', record.id, email)));
    yield* await readPeople(file, plan, staff);
  }
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
  for await (const row of rowsOf(deps, record)) {
    skipped += 1;
    if (skipped <= begun.read) continue;
    portion.push(row);
    if (portion.length === PORTION && !(await flush())) return;
  }
  if (portion.length > 0 && !(await flush()) && record.read < record.total) return;
  if (await isCounted(deps, record, contextOf(record, deps.clock)('paid', record.id)))
    await deps.records.finish(record, 'done');
}

async function isCounted(deps: ImportsDeps, { plan }: ImportRecord, ctx: CommandContext): Promise<boolean> {
  return isOfPeople(plan) || deps.countAsPaid(ctx);
}

/** Records the good rows of a portion. A repetition records nothing twice, and has the same result. */
async function recordRows(
  deps: ImportsDeps,
  record: ImportRecord,
  rows: readonly ReadRow[],
): Promise<Portion> {
  const ctx = contextOf(record, deps.clock);
  const accepted: string[] = [];
  const refused: RefusedRow[] = [];
  let known = 0;
  const take = (recorded: Recorded) => {
    if (recorded === 'known') known += 1;
    else if (isRefused(recorded)) refused.push(recorded);
    else accepted.push(recorded.id);
  };
  const sales: Promise<Recorded>[] = [];
  for (const row of rows) {
    if (isRefused(row)) take(row);
    else if (isKnown(row)) take('known');
    // People one after the other: each behind its manager.
    else if ('input' in row)
      take(await addPerson(deps, record, row, ctx('person', record.id, row.input.email)));
    else sales.push(recordSale(deps, record, row, ctx));
  }
  for (const recorded of await Promise.all(sales)) take(recorded);
  return { rows: rows.length, accepted, known, refused };
}

async function undo(
  deps: ImportsDeps,
  record: ImportRecord,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const end = performance.now() + TURN_MS;
  const ctx = contextOf(record, deps.clock, undoIdOf(record.id));
  const undoOne = isOfPeople(record.plan) ? undoPerson : undoSale;
  while (!signal.aborted && performance.now() < end) {
    const ids = await deps.records.toUndo(record, PORTION);
    if (ids.length === 0) {
      if (await isCounted(deps, record, ctx('no longer paid', record.id)))
        await deps.records.finish(record, 'undone');
      return;
    }
    // What was recorded for a person is in the history.
    if (!(await deps.historyReaches(await deps.store.head()))) return;
    const results = await Promise.all(
      ids.map(async (id) => ({ id, undone: await undoOne(deps, record, id, ctx('undo', record.id, id)) })),
    );
    for (const undone of ['deleted', 'kept'] as const) {
      const those = results.filter((result) => result.undone === undone).map(({ id }) => id);
      if (those.length > 0) await deps.records.countUndone(record, undone, those);
    }
  }
}

/** Contexts in the name of the super employee who brought the file. */
function contextOf({ companyId, createdBy, id }: ImportRecord, clock: Clock, correlationId = id): ContextOf {
  return (...step) => ({
    companyId,
    actorId: createdBy,
    commandId: derivedId(companyId, 'import', ...step),
    correlationId,
    origin: 'import',
    now: clock.now().toISOString(),
  });
}
