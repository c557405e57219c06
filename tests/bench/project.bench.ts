import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Registry } from 'prom-client';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { atLeast, type BenchResult, median } from './support/bench-result.ts';

const EVENTS = Number(process.env.EV ?? 100_000);
const ROUNDS = Number(process.env.RO ?? 3);
const ASKED = 20_000;

/** One process takes a backlog of 100,000 events into all live read models, in batches as they come, without the sealer. */
export async function run(): Promise<BenchResult> {
  const rows = [];
  const notes = [`medians of ${ROUNDS} rounds, each of ${EVENTS} events in a new database`];
  for (const [companies, employees] of [
    [3, 100],
    [1000, 20],
  ] as const) {
    const rounds: Projected[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await projected(companies, employees));
    const of = (figure: keyof Projected) => median(rounds.map((each) => each[figure]));
    notes.push(
      `${companies} companies: ${of('node').toFixed(0)} µs of a processor for an event here, ${of('backend').toFixed(0)} µs in the server`,
    );
    rows.push(
      atLeast(1, {
        what: `events projected, of ${companies} companies with ${employees} people each`,
        ours: of('rate'),
        unit: 'events/s',
        baseline: ASKED,
        against: 'asked',
      }),
    );
  }
  return { name: 'project', rows, notes };
}

type Projected = {
  /** Events per second. */
  readonly rate: number;
  /** Microseconds of a processor for each event: in this process, and in the server for its connection. */
  readonly node: number;
  readonly backend: number;
};

/** Microseconds that a process has used a processor, from its clock ticks of a hundredth of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function projected(companies: number, employees: number): Promise<Projected> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url);
  const store = createPostgresEventStore({ pool });
  try {
    await migrate(pool);
    const projections = allProjections;
    await rebuild({ pool, store, projections });
    await writeHistory(pool, workingHistory({ events: EVENTS, companies, employees, days: 60 }));
    const head = await store.head();
    const log = createLog('silent');
    const bus = createMemoryLiveBus({ log });
    const runner = createProjectionRunner({ pool, store, bus, projections, log, registry: new Registry() });
    const begin = performance.now();
    const cpu = process.cpuUsage();
    await runner.start();
    if (!(await runner.progress.waitFor(head, 600_000))) throw new Error('the log was not projected');
    const seconds = (performance.now() - begin) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'tallyboard projections'`,
    );
    const backend = rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
    await runner.stop();
    return { rate: EVENTS / seconds, node: (user + system) / EVENTS, backend: backend / EVENTS };
  } finally {
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify(await run(), null, 2));
