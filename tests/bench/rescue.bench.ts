import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readVersions } from '#contracts/events/codec.ts';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { knownMigrations, migrate } from '#infra/postgres/migrate.ts';
import type { Config } from '#platform/config.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { writeFile } from '#platform/terminal.ts';
import { archivedLog } from '#services/main/rescue.ts';
import { takeBackup } from '#services/rescue/backup.ts';
import { exportCompany } from '#services/rescue/company-export.ts';
import { checkCompany, importCompany } from '#services/rescue/company-import.ts';
import { checkBackup, restoreFacts } from '#services/rescue/restore.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { atLeast, atMost, type BenchResult, median } from './support/bench-result.ts';
import { logOfCompanies, sealAll } from './support/sealed-log.ts';

const EVENTS = 200_000;
const ROUNDS = 3;
/** What a request waits for at most. */
const PATIENCE_MS = 5000;
const NOW = '2026-11-26T12:00:00.000Z';

/**
 * A log of two companies into a file and back, each against COPY of the events alone on the same server, and how long
 * another company's append waits while one of the two is imported.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const server = await openLocalDatabase(join(folder, 'data'));
  const pools: pg.Pool[] = [];
  const admin = createPool(server.url, { max: 1 });
  const database = async (name: string) => {
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(server.url);
    url.pathname = name;
    const pool = createPool(url.href);
    pools.push(pool);
    await migrate(pool);
    return pool;
  };
  try {
    const source = await database('source');
    const companies = new Set<string>();
    await writeHistory(source, logOfCompanies(EVENTS, companies));
    const store = createPostgresEventStore({ pool: source });
    await sealAll(source, store, EVENTS);
    await store.close();
    const known = await knownMigrations();
    const times = {
      backup: [] as number[],
      out: [] as number[],
      restore: [] as number[],
      in: [] as number[],
    };
    let file = '';
    for (let round = 0; round < ROUNDS; round++) {
      file = join(folder, `backup${round}`);
      times.backup.push(await timed(() => backUp(source, file)));
      times.out.push(await timed(() => copyOut(source)));
      const target = await database(`target${round}`);
      times.restore.push(
        await timed(async () => {
          const checked = await checkBackup(file, { known, events: 'postgres', signal: never });
          await restoreFacts(target, file, checked, never);
        }),
      );
      const plain = await database(`plain${round}`);
      times.in.push(await timed(() => copyIn(source, plain)));
    }
    const [companyId = ''] = companies;
    const moving = join(folder, 'company');
    const exporting = await timed(() => leave(source, companyId, moving));
    const arrived = await arrive(await database('arrival'), moving, known);
    const rate = (seconds: readonly number[]) => EVENTS / median(seconds);
    return {
      name: 'rescue',
      rows: [
        atLeast(0.1, {
          ...{ what: `backup of ${EVENTS} events with all else`, ours: rate(times.backup), unit: 'events/s' },
          ...{ baseline: rate(times.out), against: 'COPY of the events out' },
        }),
        atLeast(0.3, {
          ...{ what: 'check and restore of its facts', ours: rate(times.restore), unit: 'events/s' },
          ...{ baseline: rate(times.in), against: 'COPY of the events into the same table' },
        }),
        atMost(1, {
          ...{ what: `append of another company while one of ${arrived.events} events is imported, at most` },
          ...{ ours: arrived.longestMs, unit: 'ms', baseline: PATIENCE_MS, against: 'what was asked' },
        }),
      ],
      notes: [
        `medians of ${ROUNDS} rounds in turns; the file has ${(statSync(file).size / 1e6).toFixed(1)} MB`,
        `one company: export ${exporting.toFixed(2)} s, import ${arrived.seconds.toFixed(2)} s`,
      ],
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await admin.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const never = new AbortController().signal;
const NOTHING_ARCHIVED = archivedLog({ archiveDir: '' } as Config);

async function backUp(pool: pg.Pool, file: string): Promise<void> {
  await takeBackup(
    {
      pool,
      events: 'postgres',
      archived: NOTHING_ARCHIVED,
      now: NOW,
      figures: async () => null,
      signal: never,
    },
    (contents) => writeFile(contents, file, never, { packed: true }),
  );
}

async function leave(pool: pg.Pool, companyId: string, file: string): Promise<void> {
  await exportCompany({ pool, companyId, archived: NOTHING_ARCHIVED, now: NOW, signal: never }, (contents) =>
    writeFile(contents, file, never, { packed: true }),
  );
}

/** Imports a company while another one appends, and notes its slowest append. */
async function arrive(pool: pg.Pool, file: string, known: readonly string[]) {
  const store = createPostgresEventStore({ pool });
  const over = new AbortController();
  let longestMs = 0;
  const appending = (async () => {
    for (let revision = 0; !over.signal.aborted; revision++) {
      const event = {
        id: newId(),
        type: 'GoalAdded',
        version: 1,
        data: {},
        metadata: { companyId: 'other' },
      };
      const begin = performance.now();
      await store.append('structure-other', [event], revision === 0 ? 'no stream' : revision - 1);
      longestMs = Math.max(longestMs, performance.now() - begin);
    }
  })();
  const checked = await checkCompany(file, known, never);
  const seconds = await timed(() =>
    importCompany(pool, file, checked, { readByAll: readVersions(), signEnd: async () => {} }, never),
  );
  over.abort();
  await appending;
  await store.close();
  return { seconds, longestMs, events: checked.end.parts[0]?.rows ?? 0 };
}

const ALL = 'SELECT * FROM events ORDER BY position';

async function copyOut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  for await (const _chunk of client.query(copyTo(`COPY (${ALL}) TO STDOUT`)));
  client.release();
}

async function copyIn(from: pg.Pool, to: pg.Pool): Promise<void> {
  const [source, target] = [await from.connect(), await to.connect()];
  await pipeline(
    source.query(copyTo(`COPY (${ALL}) TO STDOUT`)),
    target.query(copyFrom('COPY events FROM STDIN')),
  );
  source.release();
  target.release();
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await task();
  return (performance.now() - begin) / 1000;
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
