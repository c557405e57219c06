import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { systemClock, systemScheduler } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { createArchive } from '#platform/event-store/postgres/archive.postgres.ts';
import { ArchiveUnreadable } from '#platform/event-store/postgres/archive-files.ts';
import { archivedPositions } from '#platform/event-store/postgres/eraser.postgres.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError, runMain } from '#platform/terminal.ts';
import { salesBook } from '#projections/sales-book/sales-book.projector.ts';
import type { Figures } from '#services/rescue/backup.ts';
import type { ArchivedLog, Client } from '#services/rescue/facts.ts';
import type { Surroundings } from './wiring.ts';

export type RescueRun = {
  readonly config: Config;
  readonly surroundings: Surroundings;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** As given, by name. */
  readonly options: Readonly<Record<string, unknown>>;
};

/**
 * Runs a command. `run` returns its exit code, or null for wrong arguments before it does anything.
 * What a person can mend is one line on stderr, with exit code 1.
 */
export function runRescue(
  usage: string,
  run: (given: readonly string[], rescue: RescueRun) => Promise<number | null>,
  allowed: NonNullable<ParseArgsConfig['options']> = {},
): Promise<void> {
  return runMain(async () => {
    const given = argumentsOf(process.argv.slice(2), allowed);
    if (!given) throw new CliError(`Usage: ${usage}`);
    const config = readConfig(process.env);
    const stopping = new AbortController();
    for (const end of ['SIGINT', 'SIGTERM'] as const) process.once(end, () => stopping.abort());
    const log = createLog(config.logLevel);
    const lifecycle = createLifecycle(log);
    const surroundings = { lifecycle, log, clock: systemClock, scheduler: systemScheduler };
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    try {
      const { positionals, values: options } = given;
      const code = await run(positionals, { config, surroundings, signal: stopping.signal, say, options });
      if (code === null) throw new CliError(`Usage: ${usage}`);
      return code;
    } catch (error) {
      if (stopping.signal.aborted) throw new CliError('Stopped. Run the same command again.');
      if (error instanceof ArchiveUnreadable) throw new CliError(`${error.message}.`);
      const isAway = error instanceof EventStoreUnavailable || isDatabaseAway(error);
      throw isAway ? new CliError('The database went away. Run the same command again.') : error;
    } finally {
      await lifecycle.close();
    }
  });
}

function argumentsOf(argv: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch {
    return null;
  }
}

export const eventsIn = ({ eventStoreUrl }: Config) =>
  eventStoreUrl === undefined ? 'postgres' : 'eventstoredb';

export const archivedLog = ({ archiveDir }: Config): ArchivedLog => ({
  open: (client) => createArchive({ pool: client, dir: archiveDir }),
  positionsOf: archivedPositions,
});

/** Throws CliError where a start would make an empty installation. */
export function ensureThere({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))) return;
  throw new CliError(`There is no installation in ${dataDir}; set DATA_DIR or DATABASE_URL.`);
}

/** The Closed sales of the read models, and up to where they have read. Null without read models of this version. */
export async function figuresNow(client: Client): Promise<Figures | null> {
  const made = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('read.checkpoints')`);
  if (made.rowCount === 0) return null;
  const { rows } = await client.query<{ position: string | number }>(
    'SELECT position FROM read.checkpoints WHERE projection = $1 AND version = $2',
    [salesBook.name, salesBook.version],
  );
  return rows[0] ? figuresAt(client, Number(rows[0].position)) : null;
}

/** The same as of a position that the read models have passed. */
export async function figuresAt(client: Client, position: number): Promise<Figures> {
  const { rows } = await client.query<{ company_id: string; closed: string; cents: string }>(
    `SELECT company_id, count(*) AS closed, sum(commission_cents) AS cents FROM (
       SELECT company_id, status, commission_cents FROM read.sales WHERE since <= $1
       UNION ALL
       SELECT company_id, status, commission_cents FROM read.past_sales WHERE since <= $1 AND until > $1) AS sold
      WHERE status = 'Closed' GROUP BY company_id ORDER BY company_id COLLATE "C"`,
    [position],
  );
  const companies = rows.map((row) => [row.company_id, Number(row.closed), Number(row.cents)] as const);
  return { position, companies };
}
