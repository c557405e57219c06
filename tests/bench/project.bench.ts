import { execFileSync, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { atLeast, type BenchResult, median } from './support/bench-result.ts';

const EVENTS = 100_000;
const ROUNDS = 3;
const ASKED = 20_000;
/** After so many events a process has compiled what it needs; what counts is the pace from then on. */
const WARM = 30_000;

/**
 * A backlog of 100,000 events is taken into all live read models, in batches as they come, without the sealer: by one
 * process, and by two that share the shards, each held to one of two processors, against one held to one.
 */
export async function run(): Promise<BenchResult> {
  const rows = [];
  const notes = [
    `medians of ${ROUNDS} rounds, each of ${EVENTS} events in a new database, after the first ${WARM}`,
  ];
  for (const [companies, employees] of [
    [3, 100],
    [1000, 20],
  ] as const) {
    const rounds: Projected[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await withBacklog(companies, employees, byThisProcess));
    const of = (figure: keyof Projected) => median(rounds.map((each) => each[figure]));
    const row = { ours: of('rate'), unit: 'events/s', baseline: ASKED, against: 'asked' };
    rows.push(atLeast(1, { what: `events of ${companies} companies with ${employees} people each`, ...row }));
    notes.push(
      `${companies} companies: ${of('node').toFixed(0)} µs of a processor for an event here, ${of('backend').toFixed(0)} µs in the server`,
    );
  }
  const rates: { one: number[]; two: number[] } = { one: [], two: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.one.push(await withBacklog(1000, 20, (backlog) => byProcesses(backlog, ['0'], '0')));
    rates.two.push(await withBacklog(1000, 20, (backlog) => byProcesses(backlog, ['0', '1'], '0,1')));
  }
  rows.push(
    atLeast(1.6, {
      what: 'the same, by two processes, each on one of two processors',
      ours: median(rates.two),
      unit: 'events/s',
      baseline: median(rates.one),
      against: 'one process and its server on one',
    }),
  );
  if (availableParallelism() < 2) notes.push('there are not two processors here');
  return { name: 'project', rows, notes };
}

type Backlog = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly head: number;
  readonly server: number;
};

/** A database with empty read models and the events of a working history. */
async function withBacklog<Value>(
  companies: number,
  employees: number,
  work: (backlog: Backlog) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const { url } = database;
  const pool = createPool(url);
  const store = createPostgresEventStore({ pool });
  try {
    await migrate(pool);
    await rebuild({ pool, store, projections: allProjections });
    await writeHistory(pool, workingHistory({ events: EVENTS, companies, employees, days: 60 }));
    await pool.query('VACUUM ANALYZE events');
    return await work({ url, pool, store, head: await store.head(), server: database.pid() });
  } finally {
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Projected = {
  /** Events per second. */
  readonly rate: number;
  /** Microseconds of a processor for each event: in this process, and in the server for its connection. */
  readonly node: number;
  readonly backend: number;
};

async function byThisProcess({ pool, store, head }: Backlog): Promise<Projected> {
  const log = createLog('silent');
  const bus = createMemoryLiveBus({ log });
  const projections = allProjections;
  const runner = createProjectionRunner({ pool, store, bus, projections, log, registry: new Registry() });
  const reached = async (position: number) => {
    if (!(await runner.progress.waitFor(position, 600_000))) throw new Error('the log was not projected');
    return runner.progress.position();
  };
  await runner.start();
  const before = await reached(WARM);
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'tallyboard projections'`,
  );
  const inServer = () => rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  const [begin, cpu, server] = [performance.now(), process.cpuUsage(), inServer()];
  const events = (await reached(head)) - before;
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const backend = inServer() - server;
  await runner.stop();
  return { rate: events / seconds, node: (user + system) / events, backend: backend / events };
}

/** Microseconds that a process has used a processor, from its clock ticks of a hundredth of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Events per second once they are warm, with a process on each of these processors. */
async function byProcesses(
  { url, pool, head, server }: Backlog,
  processors: readonly string[],
  ofServer: string,
) {
  pin(server, ofServer);
  /** How many events are taken in: each shard has about as many. */
  const taken = async (): Promise<number> => {
    const { rows } = await pool.query('SELECT avg(position)::integer AS taken FROM read.shards');
    return rows[0].taken;
  };
  const children = processors.map((processor) => {
    const child = fork(new URL('../projections/runner.child.ts', import.meta.url), [url]);
    pin(child.pid ?? 0, processor);
    return child;
  });
  try {
    let before = await taken();
    for (; before < WARM; before = await taken()) await pause(5);
    const begin = performance.now();
    while ((await taken()) < head) await pause(20);
    return (head - before) / ((performance.now() - begin) / 1000);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** Holds a process, its threads and the children that it starts from now on to these processors. */
function pin(pid: number, processors: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], {
    stdio: 'ignore',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify(await run(), null, 2));
