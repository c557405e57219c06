import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { isOfOtherColumns, NotReadableYet } from '#platform/database-errors.ts';
import { readVersions } from './checkpoints.ts';
import { OVERDUE, type Versions } from './lease.ts';
import type { ReadModel } from './read-model.ts';

/** The read models of this program that the database does not have in its version. */
export type OtherVersions = {
  /** Being built, or left by a program of another version. As of the last look. */
  readonly unbuilt: readonly string[];
  /** Replaced by a newer program. As of the last look. */
  readonly replaced: readonly string[];
};

/** A program of another version may replace a read model at any time. */
const LOOK_MS = 1000;
/** Until all are built. */
const LOOK_SOON_MS = 200;

/**
 * Looks which read models are there in this program's version, until the signal aborts. A statement that fails after a swap
 * is looked into at once. While a process projects that has a read model in another version, what is read of it is given
 * out after another look only, and nothing is refused without one. Rejects when the database is away now.
 */
export async function watchVersions(deps: {
  readonly pool: pg.Pool;
  /** For statements that are looked into: they hold connections of `pool` meanwhile. */
  readonly beside: pg.Pool;
  readonly projections: readonly ReadModel[];
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
}) {
  const { pool, beside, projections, scheduler, signal } = deps;
  const listeners = new Set<() => void>();
  const ours = statementsOn(projections);
  const guard = { refuses: statementsOn([]), doubts: statementsOn([]), meaningOf, confirm };
  let looking: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  let missing: readonly ReadModel[] = [];
  let begun = 0;
  let newest = 0;

  async function lookNow(through = pool): Promise<OtherVersions> {
    begun += 1;
    const number = begun;
    const [versions, rivals] = await Promise.all([readVersions(through), projectedVersions(through)]);
    const absent = projections.filter(({ name, version }) => versions.get(name) !== version);
    const isRival = ({ name, version }: ReadModel) =>
      rivals.some((rival) => (rival[name] ?? version) !== version);
    // The answer to a look that began before another one may come after it.
    if (number > newest) {
      newest = number;
      const lost = absent.some((model) => !missing.includes(model));
      missing = absent;
      guard.refuses = statementsOn(absent);
      guard.doubts = statementsOn(projections.filter(isRival));
      if (lost) for (const listener of listeners) listener();
    }
    const isReplaced = ({ name, version }: ReadModel) => (versions.get(name) ?? 0) > version;
    const namesOf = (models: readonly ReadModel[]) => models.map(({ name }) => name);
    return {
      replaced: namesOf(absent.filter(isReplaced)),
      unbuilt: namesOf(absent.filter((model) => !isReplaced(model))),
    };
  }

  async function meaningOf(error: unknown, text: string): Promise<unknown> {
    if (!isOfOtherColumns(error) || !ours?.test(text)) return error;
    await lookAnew().catch(() => {});
    return guard.refuses?.test(text) ? new NotReadableYet('read models of another version', error) : error;
  }

  async function confirm(text: string): Promise<void> {
    await lookAnew();
    if (guard.refuses?.test(text)) throw new NotReadableYet('a read model of another version');
  }

  /** A look that begins after the statement; one for all that wait for it. */
  function lookAnew(): Promise<unknown> {
    next ??= looking.then(() => {
      next = undefined;
      const look = lookNow(beside);
      looking = look.catch(() => {});
      return look;
    });
    return next;
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      await scheduler.pause(missing.length > 0 ? LOOK_SOON_MS : LOOK_MS, signal);
      // While the database is away, nothing is read either.
      if (!signal.aborted) await lookNow().catch(() => {});
    }
  }

  await lookNow();
  void keepLooking();
  return {
    /** Looks now. Rejects when the database is away. */
    look: () => lookNow(),
    /** Whether these read models can be read, as of the last look. */
    areReadable: (names: readonly string[]): boolean => !missing.some(({ name }) => names.includes(name)),
    /** Calls the listener when read models become unreadable; returns the function that ends this. */
    onLost(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Refuses statements on their tables: those of another version have other columns, or are not kept up to date. */
    guard,
  };
}

export type VersionWatch = Awaited<ReturnType<typeof watchVersions>>;

/** What the processes that project have. */
async function projectedVersions(pool: pg.Pool): Promise<readonly Versions[]> {
  const { rows } = await pool.query<{ models: Versions }>(
    `SELECT models FROM read.leases WHERE models IS NOT NULL AND NOT ${OVERDUE}`,
  );
  return rows.map(({ models }) => models);
}

/** Matches statements that name a table of these read models, with or without quotes. Null without a read model. */
function statementsOn(models: readonly ReadModel[]): RegExp | null {
  const tables = models.flatMap((model) => Object.values(model.tables).map(({ name }) => name));
  return tables.length > 0 ? new RegExp(`\\bread"?\\."?(${tables.join('|')})\\b`) : null;
}
