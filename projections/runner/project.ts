import { isBadData } from '#platform/database-errors.ts';
import type { ReadModelChange, UncommittedBatch, UncommittedRow } from '#platform/live/live-bus.port.ts';
import { askForRows, fold, type Incoming, type SetAside } from './fold.ts';
import { discard, type Projection, stop } from './projection.ts';
import type { Database, Schema } from './schema.ts';
import { commit, loadMissing } from './stored-rows.ts';
import { type AnyRow, keyColumns, keyParts, type Table } from './table.ts';

/** The outcome of a batch. */
export type Projected = {
  /** Projections whose checkpoint another writer moved: their memory is out of date, nothing more of it is written. */
  readonly overtaken: readonly Projection[];
  /** Every changed row, and every row that was published as uncommitted, even if it was refused then. */
  readonly changes: readonly ReadModelChange[];
  readonly aside: readonly SetAside[];
};

export type OnUncommitted = (uncommitted: readonly UncommittedBatch[]) => void;

/**
 * Takes a batch into projections at the same position: loads, folds, writes. If the database refuses the data, the batch
 * is halved until the event at fault is alone, and that event is set aside. Throws when the database is away; then the
 * outcome of the write is unknown, and the checkpoints must be read again.
 *
 * `onUncommitted` gets the rows once, before the other projections fold and before the first write.
 */
export async function project(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  batch: readonly Incoming[],
  onUncommitted?: OnUncommitted,
): Promise<Projected> {
  try {
    return await attempt(db, schema, projections, batch, { refusal: null, onUncommitted });
  } catch (error) {
    const uncommitted = onUncommitted ? projections.flatMap(changesOf) : [];
    for (const projection of projections) discard(projection);
    if (!isBadData(error)) throw error;
    const done = await inParts(db, schema, projections, batch, (error as Error).message);
    return { ...done, changes: [...done.changes, ...uncommitted] };
  }
}

async function inParts(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  batch: readonly Incoming[],
  refusal: string,
): Promise<Projected> {
  if (projections.length > 1) {
    return inTurn(projections, (projection) => project(db, schema, [projection], batch));
  }
  if (batch.length > 1) {
    const middle = batch.length >> 1;
    return inTurn([batch.slice(0, middle), batch.slice(middle)], (half) =>
      project(db, schema, projections, half),
    );
  }
  return attempt(db, schema, projections, batch, { refusal });
}

type Attempt = { readonly refusal: string | null; readonly onUncommitted?: OnUncommitted | undefined };

async function attempt(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  batch: readonly Incoming[],
  { refusal, onUncommitted }: Attempt,
): Promise<Projected> {
  const to = batch.at(-1)?.recorded;
  if (to === undefined) return { overtaken: [], changes: [], aside: [] };
  const aside: SetAside[] = [];
  const take = async (members: readonly Projection[]) => {
    for (const projection of members) {
      if (refusal === null) {
        askForRows(projection, batch);
        await loadMissing(db, schema, projection);
      }
      aside.push(...fold(projection, batch, refusal));
    }
  };
  // Viewers wait for the uncommitted rows, so they are folded and published first.
  const { ahead = [], after = [] } = Object.groupBy(projections, ({ model }) =>
    model.showsUncommitted ? 'ahead' : 'after',
  );
  await take(ahead);
  onUncommitted?.(uncommittedIn(ahead, to.position));
  await take(after);
  const moved = await commit(db, schema, projections, aside, to);
  const overtaken: Projection[] = [];
  const changes: ReadModelChange[] = [];
  for (const projection of projections) {
    if (!moved.has(projection.model.name)) {
      overtaken.push(projection);
      continue;
    }
    changes.push(...changesOf(projection));
    for (const { rows } of projection.tables) rows.markWritten();
    projection.checkpoint = { ...projection.checkpoint, position: to.position, eventId: to.id };
  }
  const written = aside.filter(({ projection }) => moved.has(projection));
  if (written.length > 0) stop(projections, written);
  return { overtaken, changes, aside: written };
}

/** Takes one part after the other. */
async function inTurn<Part>(
  parts: readonly Part[],
  step: (part: Part) => Promise<Projected>,
): Promise<Projected> {
  const all: Projected[] = [];
  for (const part of parts) all.push(await step(part));
  return {
    overtaken: [...new Set(all.flatMap(({ overtaken }) => overtaken))],
    changes: all.flatMap(({ changes }) => changes),
    aside: all.flatMap(({ aside }) => aside),
  };
}

type Key = Record<string, string>;

/** The keys of the rows that a folded batch changed, by company, for the live bus. */
function changesOf(projection: Projection): ReadModelChange[] {
  const byCompany = new Map<string, Key[]>();
  for (const { table, rows } of projection.tables) {
    for (const changed of rows.changedKeys()) {
      const [companyId = '', ...parts] = keyParts(changed);
      const key: Key = {};
      for (let column = 0; column < parts.length; column++) {
        key[table.key[column + 1] as string] = parts[column] as string;
      }
      const keys = byCompany.get(companyId);
      if (keys) keys.push(key);
      else byCompany.set(companyId, [key]);
    }
  }
  return [...byCompany].map(([companyId, keys]) => ({ model: projection.model.name, companyId, keys }));
}

/** The rows that these projections folded, by read model and company; `position` is where the batch ends. */
function uncommittedIn(projections: readonly Projection[], position: number): UncommittedBatch[] {
  return projections.flatMap((each) => uncommittedRowsOf(each, position));
}

function uncommittedRowsOf({ model, tables }: Projection, position: number): UncommittedBatch[] {
  const byCompany = new Map<string, UncommittedRow[]>();
  for (const { table, rows } of tables) {
    if (table.addOnly) continue;
    const { created, updated, removed } = rows.changes();
    for (const row of [...created, ...updated]) addRow(byCompany, table, keyColumnsOf(table, row), row);
    for (const key of removed) addRow(byCompany, table, keyColumns(table, key), null);
  }
  return [...byCompany].map(([companyId, rows]) => ({ position, model: model.name, companyId, rows }));
}

function addRow(
  byCompany: Map<string, UncommittedRow[]>,
  table: Table,
  { [table.key[0] as string]: companyId = '', ...key }: Readonly<Record<string, string>>,
  row: AnyRow | null,
): void {
  const rows = byCompany.get(companyId);
  if (rows) rows.push({ key, row });
  else byCompany.set(companyId, [{ key, row }]);
}

function keyColumnsOf(table: Table, row: AnyRow): Record<string, string> {
  return Object.fromEntries(table.key.map((column) => [column, row[column] as string]));
}
