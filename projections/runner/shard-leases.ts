import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { createBackoff } from '#platform/concurrency/backoff.ts';
import type { Log } from '#platform/log.ts';
import {
  BEAT_MS,
  endHanging,
  join,
  LOOK_MS,
  OVERDUE,
  PROJECTING,
  takeLease,
  type Versions,
} from './lease.ts';
import type { ReadModel } from './read-model.ts';
import { connectionLike } from './schema.ts';
import { FOR_ROWS } from './stored-rows.ts';

/** Any number; with the number of a shard it makes the lock of its holder. */
export const SHARD_LOCK = 4_711_004;

/** The numbers of shards that a process holds. */
export type Held = ReadonlySet<number>;

type Term = {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  /** What this process projects. */
  readonly projections: readonly Pick<ReadModel, 'name' | 'version'>[];
  /** Whether all of them are built: others that have built theirs go first. */
  readonly isReady: () => boolean;
  /** Divides the database, and says into how many shards. */
  readonly divided: (connection: pg.Client) => Promise<number>;
  /** Called when this process holds shards or stands by, or has failed at both for now. */
  readonly onTried?: () => void;
  /** Called when the standing of this process among the others is another. */
  readonly onStanding?: (standing: Standing) => void;
  /**
   * Works on these shards, on the connection that holds them, until `signal` aborts. Whenever it throws, the connection is
   * given up and the next term begins on another, after a pause.
   */
  readonly work: (connection: pg.Client, held: Held, signal: AbortSignal) => Promise<void>;
};

/** `outdated`: a process of a newer version is here, and projects as soon as it has built its read models. */
export type Standing = 'projects' | 'waits' | 'outdated';

/**
 * Spreads the shards over all processes that project in the newest version. A shard is held by an advisory lock of the
 * connection that writes, so a process that lost it cannot write either; the compare-and-set of the checkpoints catches a
 * statement that is still running. Each process beats. The shards of one that ends are taken over within a second; one that
 * hangs loses its connection five seconds after its last beat.
 * Returns when `signal` aborts; survives a lost database.
 */
export async function holdShards(term: Term): Promise<void> {
  const { pool, log, scheduler, signal, onTried = () => {} } = term;
  const versions = versionsOf(term.projections);
  const backoff = createBackoff({ signal, scheduler });
  const onWait = () => {
    term.onStanding?.('waits');
    onTried();
  };
  while (!signal.aborted) {
    const connection = connectionLike(pool, 'tallyboard projections');
    const lost = new AbortController();
    connection.on('error', () => lost.abort());
    connection.on('end', () => lost.abort());
    let stopBeating = () => {};
    try {
      await connection.connect();
      await connection.query(`${FOR_ROWS}; SET statement_timeout = '60s'`);
      if (await join(connection, { log, scheduler, signal, onWait })) {
        const joined = await takeLease(connection, { ...term, versions }, () => {
          lost.abort();
          void connection.end();
        });
        stopBeating = joined.stop;
        // Within its lease: it keeps all others away while it divides.
        const shards = await term.divided(connection);
        backoff.reset();
        await projectShare({ ...term, connection, shards, pid: joined.pid, lost: lost.signal });
      }
    } catch (error) {
      if (signal.aborted) return;
      log.error(
        { err: error, retryMs: backoff.nextMs },
        'projections are interrupted and will go on by themselves',
      );
      onTried();
      await backoff.pause();
    } finally {
      stopBeating();
      // A connection whose network is gone does not end.
      await Promise.race([connection.end().catch(() => {}), scheduler.pause(BEAT_MS)]);
    }
  }
}

type Share = Term & {
  readonly connection: pg.Client;
  /** How many there are. */
  readonly shards: number;
  readonly pid: number;
  /** Aborts with the connection. */
  readonly lost: AbortSignal;
};

/** Works on the own share of the shards, and on another one when processes come or go. */
async function projectShare(share: Share): Promise<void> {
  const { connection, pool, scheduler, log, onTried, onStanding } = share;
  const signal = AbortSignal.any([share.signal, share.lost]);
  let held = new Set<number>();
  while (!signal.aborted) {
    await endHanging(connection, log);
    const due = await dueShare(connection, share);
    held = await exchange(connection, held, due.shards);
    // While others still hold some of its shards, it is not its turn yet.
    onStanding?.(held.size === due.shards.size ? due.standing : 'waits');
    onTried?.();
    if (held.size === 0) {
      await scheduler.pause(LOOK_MS, signal);
      continue;
    }
    const changed = new AbortController();
    let isLooking = false;
    const stopLooking = scheduler.every(LOOK_MS, () => {
      if (isLooking) return;
      isLooking = true;
      void endHanging(pool, log)
        .then(() => isDue(pool, share, held))
        .then((isStill) => isStill || changed.abort())
        // Without the database the own connection is lost, too.
        .catch(() => {})
        .finally(() => {
          isLooking = false;
        });
    });
    try {
      await share.work(connection, held, AbortSignal.any([signal, changed.signal]));
    } finally {
      stopLooking();
    }
  }
}

const versionsOf = (projections: Term['projections']): Versions =>
  Object.fromEntries(projections.map(({ name, version }) => [name, version]));

type Other = { readonly pid: number; readonly models: Versions | null; readonly isReady: boolean };

/**
 * Which shards this process should hold: those whose number falls to it, in the order of the processes. Only processes of
 * the newest version count among those that are ready, or among all while none is.
 */
async function dueShare(db: pg.ClientBase | pg.Pool, { pid, shards, projections, isReady }: Share) {
  const { rows } = await db.query<Other>(
    `SELECT backend_pid AS pid, models, is_ready AS "isReady" FROM read.leases
      WHERE name LIKE 'projections %' AND backend_pid IN (${PROJECTING}) ORDER BY backend_pid`,
  );
  const own = versionsOf(projections);
  const all = rows.map((row) => (row.pid === pid ? { ...row, isReady: isReady() } : row));
  const isNewest = ({ models }: Other, among: readonly Other[]) =>
    !among.some((other) => isNewer(other.models ?? {}, models ?? {}));
  const ready = all.filter((other) => other.isReady);
  const eligible = ready.length > 0 ? ready : all;
  const members = eligible.filter((other) => isNewest(other, eligible));
  const rank = members.findIndex((member) => member.pid === pid);
  const numbers = rank < 0 ? [] : Array.from({ length: shards }, (_, shard) => shard);
  const outdated = all.some(({ models }) => isNewer(models ?? {}, own));
  const standing: Standing = rank >= 0 ? 'projects' : outdated ? 'outdated' : 'waits';
  return { shards: new Set(numbers.filter((shard) => shard % members.length === rank)), standing };
}

/** Whether a has a read model in a newer version than b, and none in an older one. */
function isNewer(a: Versions, b: Versions): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  const steps = [...names].map((name) => (a[name] ?? 0) - (b[name] ?? 0));
  const shared = Object.keys(a).some((name) => Object.hasOwn(b, name) && (a[name] ?? 0) < (b[name] ?? 0));
  return !shared && steps.some((step) => step > 0);
}

/** Whether the process holds what it should, except for what others still hold. */
async function isDue(pool: pg.Pool, share: Share, held: Held): Promise<boolean> {
  const due = await dueShare(pool, share);
  if ([...held].some((shard) => !due.shards.has(shard))) return false;
  const { rows } = await pool.query<{ shard: number }>(HELD);
  const taken = new Set(rows.map(({ shard }) => shard));
  return [...due.shards].every((shard) => held.has(shard) || taken.has(shard));
}

const HELD = `SELECT objid::integer AS shard FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND classid = ${SHARD_LOCK} AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Gives back what is not due any more, and takes what is and is free. */
async function exchange(connection: pg.ClientBase, held: Held, due: Held): Promise<Set<number>> {
  const back = [...held].filter((shard) => !due.has(shard));
  const wanted = [...due].filter((shard) => !held.has(shard));
  const { rows } = await connection.query<{ shard: number }>(
    `WITH back AS MATERIALIZED (SELECT pg_advisory_unlock($1, shard) FROM unnest($2::integer[]) shard),
          given AS MATERIALIZED (SELECT count(*) FROM back)
     SELECT shard FROM given, unnest($3::integer[]) shard WHERE pg_try_advisory_lock($1, shard)`,
    [SHARD_LOCK, back, wanted],
  );
  return new Set([...held].filter((shard) => due.has(shard)).concat(rows.map(({ shard }) => shard)));
}

/** Whether each shard is held by a process that has beaten within the last five seconds. Throws when the database is away. */
export async function isProjected(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ projected: boolean }>(
    `SELECT EXISTS (SELECT FROM (${PROJECTING} AND mode = 'ExclusiveLock') former)
         OR (SELECT count(*) FROM (${HELD} AND pid IN (SELECT backend_pid FROM read.leases WHERE NOT ${OVERDUE})) live)
            = (SELECT nullif(count(*), 0) FROM read.shards) AS projected`,
  );
  return rows[0]?.projected ?? false;
}
