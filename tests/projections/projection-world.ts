import type pg from 'pg';
import { Registry } from 'prom-client';
import type { EventStore, JsonObject } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createProjectionRunner, type ProjectionRunner } from '#projections/runner/projection-runner.ts';
import type { ReadModel } from '#projections/runner/read-model.ts';
import { SHARD_LOCK } from '#projections/runner/shard-leases.ts';
import type { HistoryEvent } from '#tests/support/histories/event-histories.ts';

/** Each shard of this database that is held, with the `pid` of its holder. */
export const HELD_SHARDS = `SELECT pid, objid::integer AS shard FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND classid = ${SHARD_LOCK} AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A started runner with everything it needs, over a database of the test. */
export type ProjectionWorld = {
  readonly store: EventStore;
  readonly runner: ProjectionRunner;
  readonly registry: Registry;
  /** The messages on the live bus so far. */
  readonly news: readonly LiveMessage[];
  stop(): Promise<void>;
};

export async function startProjections(
  pool: pg.Pool,
  projections: readonly ReadModel[] = allProjections,
  store: EventStore = createPostgresEventStore({ pool }),
  options: { readonly shortLog?: number; readonly shards?: number } = {},
): Promise<ProjectionWorld> {
  // These tests cause outages and poison events on purpose; their log lines would hide the others.
  const log = createLog('silent');
  const bus = createMemoryLiveBus({ log });
  const news: LiveMessage[] = [];
  bus.subscribe((message) => news.push(message));
  const registry = new Registry();
  const runner = createProjectionRunner({ pool, store, bus, projections, log, registry, ...options });
  await runner.start();
  return {
    store,
    runner,
    registry,
    news,
    async stop() {
      await runner.stop();
      await store.close();
    },
  };
}

/** Appends a history like the program, in order; returns the position of its last event. */
export async function appendHistory(store: EventStore, events: readonly HistoryEvent[]): Promise<number> {
  let position = 0;
  for (const { stream, revision, id, type, version, data, metadata } of events) {
    const event = { id, type, version, data: data as JsonObject, metadata: metadata as JsonObject };
    const appended = await store.append(stream, [event], revision === 0 ? 'no stream' : revision - 1);
    if (appended.outcome !== 'appended') throw new Error(`conflict on ${stream} at ${revision}`);
    position = appended.position;
  }
  return position;
}

/** Every read-model table as text, row by row in the order of its key. */
export async function dumpReadModels(
  pool: pg.Pool,
  projections: readonly ReadModel[] = allProjections,
): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of projections.flatMap(({ tables }) => Object.values(tables))) {
    const { rows } = await pool.query<{ line: string }>(
      `SELECT t::text AS line FROM read.${table.name} t ORDER BY ${table.key.map((column) => `${column}::text COLLATE "C"`).join(', ')}`,
    );
    dump[table.name] = rows.map(({ line }) => line);
  }
  return dump;
}
