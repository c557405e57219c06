import type { ReadModelChange, RowsForeseen } from '#platform/live/live-bus.port.ts';
import { changesOf } from './changes.ts';
import { commit } from './commit.ts';
import { askForRows, fold, type SetAside } from './fold.ts';
import { foreseenIn } from './foreseen.ts';
import type { Incoming } from './incoming.ts';
import { loadMissing } from './load.ts';
import { discard, forget, type Projection } from './projection.ts';
import { isRefusal } from './refusal.ts';
import type { Database, Schema } from './schema.ts';

/** What became of a batch. */
export type Projected = {
  /** Projections that somebody else had moved; their memory is dropped, their checkpoint is not known. */
  readonly overtaken: readonly Projection[];
  /** Every row that differs, and every row that was foreseen, although it may not. */
  readonly changes: readonly ReadModelChange[];
  readonly aside: readonly SetAside[];
};

export type OnForeseen = (foreseen: readonly RowsForeseen[]) => void;

/**
 * Takes a batch into projections that stand at the same position: loads, folds, writes. When the database
 * refuses the data the batch is halved until the event at fault is alone, and that one is set aside. Throws
 * when the database is away; nothing is then known of the write, and the checkpoints must be read again.
 *
 * `onForeseen` is told the rows once, before the other projections fold and before the first write.
 */
export async function project(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  batch: readonly Incoming[],
  onForeseen?: OnForeseen,
): Promise<Projected> {
  try {
    return await attempt(db, schema, projections, batch, { refusal: null, onForeseen });
  } catch (error) {
    const foreseen = onForeseen ? projections.flatMap(changesOf) : [];
    for (const projection of projections) discard(projection);
    if (!isRefusal(error)) throw error;
    const done = await inParts(db, schema, projections, batch, (error as Error).message);
    return { ...done, changes: [...done.changes, ...foreseen] };
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

type Attempt = { readonly refusal: string | null; readonly onForeseen?: OnForeseen | undefined };

async function attempt(
  db: Database,
  schema: Schema,
  projections: readonly Projection[],
  batch: readonly Incoming[],
  { refusal, onForeseen }: Attempt,
): Promise<Projected> {
  const to = batch.at(-1)?.recorded.position;
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
  // Somebody looks at the foreseen rows; nobody waits for the others.
  const { ahead = [], after = [] } = Object.groupBy(projections, ({ model }) =>
    model.isForeseen ? 'ahead' : 'after',
  );
  await take(ahead);
  onForeseen?.(foreseenIn(ahead, to));
  await take(after);
  const moved = await commit(db, schema, projections, aside, to);
  const overtaken: Projection[] = [];
  const changes: ReadModelChange[] = [];
  for (const projection of projections) {
    if (!moved.has(projection.model.name)) {
      forget(projection);
      overtaken.push(projection);
      continue;
    }
    changes.push(...changesOf(projection));
    for (const { rows } of projection.tables) rows.settle();
    projection.checkpoint = { ...projection.checkpoint, position: to };
  }
  const written = aside.filter(({ projection }) => moved.has(projection));
  for (const projection of projections) {
    for (const one of written)
      if (one.projection === projection.model.name) projection.stopped.add(one.stream);
  }
  return { overtaken, changes, aside: written };
}

/** A part whose projections were overtaken on the way ends the row: the rest would be written by guess. */
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
