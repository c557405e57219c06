import type pg from 'pg';
import { isBadData } from '#platform/database-errors.ts';
import type { EventPlace } from '#platform/event-store/event-store.port.ts';
import type { ReadModelChange, UncommittedBatch, UncommittedRow } from '#platform/live/live-bus.port.ts';
import { askForRows, fold, type Incoming, type SetAside } from './fold.ts';
import { discard, type Projection, stop } from './projection.ts';
import type { Schema } from './schema.ts';
import { commit, loadMissing, type Place, tryWrite } from './stored-rows.ts';
import { type AnyRow, keyColumns, keyParts, type Table } from './table.ts';

/** The outcome of a batch. */
export type Projected = {
  /** Another writer moved a checkpoint: the memory is out of date, and nothing more of it is written. */
  readonly overtaken: boolean;
  /** Every changed row, and every row that was published as uncommitted, even if it was refused then. */
  readonly changes: readonly ReadModelChange[];
  readonly aside: readonly SetAside[];
};

export type OnUncommitted = (uncommitted: readonly UncommittedBatch[]) => void;

/** One session: a refused batch is tried in a transaction that is rolled back. */
type Session = Pick<pg.ClientBase, 'query'>;

/** What is taken in at once: events, and where the log then is, which may be behind the last of them. */
export type Batch = { readonly events: readonly Incoming[]; readonly to: EventPlace };

/**
 * Takes a batch into projections: loads, folds, writes. If the database refuses the data, the batch is halved until the
 * event at fault is alone, and the projections whose rows are refused set it aside. Throws when the database is away;
 * then the outcome of the write is unknown, and the checkpoints must be read again.
 *
 * `onUncommitted` gets the rows once, before the other projections fold and before the first write.
 */
export async function project(
  db: Session,
  place: Place,
  projections: readonly Projection[],
  batch: Batch,
  onUncommitted?: OnUncommitted,
): Promise<Projected> {
  try {
    return await attempt(db, place, projections, batch, { refused: new Map(), onUncommitted });
  } catch (error) {
    const uncommitted = onUncommitted ? projections.flatMap(changesOf) : [];
    for (const projection of projections) discard(projection);
    if (!isBadData(error)) throw error;
    const done = await inParts(db, place, projections, batch);
    return { ...done, changes: [...done.changes, ...uncommitted] };
  }
}

async function inParts(
  db: Session,
  place: Place,
  projections: readonly Projection[],
  { events, to }: Batch,
): Promise<Projected> {
  if (events.length <= 1) {
    const refused = await refusedBy(db, place.schema, projections, events);
    return attempt(db, place, projections, { events, to }, { refused });
  }
  const middle = events.length >> 1;
  const [first, second] = [events.slice(0, middle), events.slice(middle)];
  const begun = await project(db, place, projections, { events: first, to: placeOf(first) });
  if (begun.overtaken) return begun;
  const ended = await project(db, place, projections, { events: second, to });
  return {
    overtaken: ended.overtaken,
    changes: [...begun.changes, ...ended.changes],
    aside: [...begun.aside, ...ended.aside],
  };
}

const placeOf = (events: readonly Incoming[]) => (events.at(-1) as Incoming).recorded;

/** What the database says of the rows that these events make, by the projections that make them. */
async function refusedBy(
  db: Session,
  schema: Schema,
  projections: readonly Projection[],
  events: readonly Incoming[],
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  for (const projection of projections) {
    try {
      await prepare(db, schema, projection, events);
      fold(projection, events, null);
      await tryWrite(db, schema, projection);
    } catch (error) {
      if (!isBadData(error)) throw error;
      refused.set(projection.model.name, (error as Error).message);
    } finally {
      discard(projection);
    }
  }
  return refused;
}

/** Loads the rows that the events will touch. */
async function prepare(db: Session, schema: Schema, projection: Projection, events: readonly Incoming[]) {
  askForRows(projection, events);
  await loadMissing(db, schema, projection);
}

type Attempt = {
  /** Why the database refuses the rows of a projection; the batch is then a single event. */
  readonly refused: ReadonlyMap<string, string>;
  readonly onUncommitted?: OnUncommitted | undefined;
};

async function attempt(
  db: Session,
  place: Place,
  projections: readonly Projection[],
  { events, to }: Batch,
  { refused, onUncommitted }: Attempt,
): Promise<Projected> {
  const aside: SetAside[] = [];
  const take = async (members: readonly Projection[]) => {
    for (const projection of members) {
      const refusal = refused.get(projection.model.name) ?? null;
      if (refusal === null) await prepare(db, place.schema, projection, events);
      aside.push(...fold(projection, events, refusal));
    }
  };
  // Viewers wait for the uncommitted rows, so they are folded and published first.
  const { ahead = [], after = [] } = Object.groupBy(projections, ({ model }) =>
    model.showsUncommitted ? 'ahead' : 'after',
  );
  await take(ahead);
  onUncommitted?.(uncommittedIn(ahead, to.position));
  await take(after);
  if (!(await commit(db, place.schema, projections, aside, place.move(to)))) return OVERTAKEN;
  return { overtaken: false, changes: keep(place, projections, aside, to), aside };
}

/**
 * Like `project` for a burst: returns when the batch is folded and on its way, so that the next one is folded meanwhile.
 * `before` is the batch before it, which has the connection until it resolves. The memory is ahead of the database. So when
 * the result rejects, for whichever reason, or is overtaken, the projections have to be opened again.
 */
export async function projectAhead(
  db: Session,
  place: Place,
  projections: readonly Projection[],
  { events, to }: Batch,
  before: Promise<unknown>,
): Promise<{ readonly written: Promise<Projected> }> {
  for (const projection of projections) askForRows(projection, events);
  if (projections.some(({ tables }) => tables.some(({ rows }) => rows.missing().length > 0))) {
    await before;
    for (const projection of projections) await loadMissing(db, place.schema, projection);
  }
  const aside = projections.flatMap((projection) => fold(projection, events, null));
  await before;
  const moving = commit(db, place.schema, projections, aside, place.move(to));
  const changes = keep(place, projections, aside, to);
  const written = moving.then((isMoved) => (isMoved ? { overtaken: false, changes, aside } : OVERTAKEN));
  written.catch(() => {});
  return { written };
}

const OVERTAKEN: Projected = { overtaken: true, changes: [], aside: [] };

/** The memory is as the database is now, or will be. Returns what changed. */
function keep(place: Place, projections: readonly Projection[], aside: readonly SetAside[], to: EventPlace) {
  const changes = projections.flatMap(changesOf);
  for (const { rows } of projections.flatMap(({ tables }) => tables)) rows.markWritten();
  place.reached(to);
  if (aside.length > 0) stop(projections, aside);
  return changes;
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
