import { STREAM_PREFIXES } from '#contracts/events/streams.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { archiveState } from '#platform/event-store/postgres/archive.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import type { Log } from '#platform/log.ts';
import { CliError, endProcess } from '#platform/terminal.ts';
import type { OpenDatabase } from './open-database.ts';

type Surroundings = { readonly log: Log; readonly scheduler: Scheduler };

/** Throws CliError when the server of EVENTSTORE_URL refuses us or stays away. */
export async function openEventStore(
  config: Config,
  { pool, owner, appendUrl }: Pick<OpenDatabase, 'pool' | 'owner' | 'appendUrl'>,
  { log, scheduler }: Surroundings,
): Promise<EventStore> {
  const { eventStoreUrl: url } = config;
  const options = { onOtherLog: endProcess, log, scheduler };
  if (url === undefined)
    return createPostgresEventStore({ pool, owner, appendUrl, archiveDir: config.archiveDir, ...options });
  // Loaded only where it is used: the client and its gRPC cost 30 MB.
  const { createEventStoreDbEventStore } = await import(
    '#platform/event-store/eventstoredb/event-store.eventstoredb.ts'
  );
  const { esdbMistake } = await import('#platform/event-store/eventstoredb/outage.eventstoredb.ts');
  const store = createEventStoreDbEventStore({ url, prefixes: STREAM_PREFIXES, ...options });
  try {
    await untilItAnswers(store, {
      mistakeOf: (error) => esdbMistake(error, url),
      say: (line) => void process.stderr.write(`${line}\n`),
      scheduler,
    });
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Without its files a process still serves all but old events, so it is ready. */
export function archiveChecks({
  pool,
  config,
}: Pick<OpenDatabase, 'pool'> & { config: Config }): HealthCheck[] {
  if (config.eventStoreUrl !== undefined) return [];
  return [{ name: 'archive', check: () => archiveState(pool, config.archiveDir) }];
}

/** Servers and programs are often started together. */
const PATIENCE_MS = 30_000;
const SAY_EVERY_MS = 5000;
const RETRY_MS = 300;

type Waiting = {
  /** A line for what waiting cannot mend; undefined while the server is away. */
  readonly mistakeOf: (error: unknown) => string | undefined;
  readonly say: (line: string) => void;
  readonly scheduler: Scheduler;
};

/** Waits for 30 s and says so every five. Throws CliError with one line. */
export async function untilItAnswers(
  store: Pick<EventStore, 'head'>,
  { mistakeOf, say, scheduler }: Waiting,
): Promise<void> {
  const began = scheduler.now();
  let lines = 0;
  for (;;) {
    try {
      await store.head();
      return;
    } catch (cause) {
      const mistake = mistakeOf(cause);
      const waited = scheduler.now() - began;
      const { message } = cause as Error;
      if (mistake !== undefined) throw new CliError(mistake, { cause });
      if (waited >= PATIENCE_MS) throw new CliError(`EVENTSTORE_URL: ${message}`, { cause });
      if (waited >= lines * SAY_EVERY_MS) {
        say(
          `EVENTSTORE_URL: ${message}. Waiting for it, ${Math.round((PATIENCE_MS - waited) / 1000)} s more.`,
        );
        lines = Math.floor(waited / SAY_EVERY_MS) + 1;
      }
      await scheduler.pause(RETRY_MS);
    }
  }
}
