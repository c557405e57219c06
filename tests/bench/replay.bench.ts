import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { atLeast, type BenchResult, median } from './support/bench-result.ts';

const EVENTS = 200_000;
const ROUNDS = 5;

/**
 * Rebuilds all read models from 200,000 events (read, decode, fold, write, index, swap) against the COPY of
 * the same events out of the same database, which only reads. In turns, on the program's own database.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url);
  const store = createPostgresEventStore({ pool });
  try {
    await migrate(pool);
    const history = workingHistory({ events: EVENTS, companies: 3, employees: 100, days: 60 });
    await writeHistory(pool, history);
    const replay = async () => {
      const outcome = await rebuild({ pool, store, projections: allProjections });
      if (!outcome.ok) throw new Error(outcome.reason);
      if (outcome.events !== EVENTS) throw new Error(`${outcome.events} events instead of ${EVENTS}`);
    };
    await timed(replay);
    await timed(() => copyOut(pool));
    const ours: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await timed(replay));
      copies.push(await timed(() => copyOut(pool)));
    }
    const rows = await countRows(pool);
    return {
      name: 'replay',
      rows: [
        atLeast(0.2, {
          what: 'rebuild of all read models, 200,000 events',
          ours: EVENTS / median(ours),
          unit: 'events/s',
          baseline: EVENTS / median(copies),
          against: 'COPY of the same events out',
        }),
      ],
      notes: [
        `medians of ${ROUNDS} rounds in turns; ${rows} rows in ${allProjections.length} read models`,
        `rebuilds ${seconds(ours)} s, copies ${seconds(copies)} s`,
      ],
    };
  } finally {
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All columns of all events, drained and thrown away. */
async function copyOut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const stream = client.query(copyTo('COPY (SELECT * FROM events ORDER BY position) TO STDOUT'));
    for await (const _chunk of stream);
  } finally {
    client.release();
  }
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await task();
  return (performance.now() - begin) / 1000;
}

async function countRows(pool: pg.Pool): Promise<number> {
  let sum = 0;
  for (const { name } of allProjections.flatMap(({ tables }) => Object.values(tables))) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*) AS count FROM read.${name}`);
    sum += Number(rows[0]?.count);
  }
  return sum;
}

function seconds(times: readonly number[]): string {
  return times.map((time) => time.toFixed(2)).join(' ');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify(await run(), null, 2));
