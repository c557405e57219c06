import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool, queriesOn } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { startProjections } from '#tests/projections/projection-world.ts';
import {
  type Commands,
  commandsOf,
  contextOf,
  done,
  NOW,
  smallCompany,
} from '#tests/support/command-world.ts';
import { atMost, type BenchResult } from './support/bench-result.ts';

const COMPANIES = 50;
const PEOPLE = 100;
const ASKED_SECONDS = 15;
/** The job runs every ten seconds, so a midnight waits so long for it at most. */
const UNTIL_IT_RUNS = 10;

/**
 * 5,000 people forget to sign out, and their midnight comes: the job ends their shifts, and the read models show it.
 * Commands, job, store and projections as in the program, on its own Postgres with fsync.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url);
  await migrate(pool);
  const { store, runner, stop } = await startProjections(pool);
  const caughtUp = async () => {
    if (!(await runner.progress.waitFor(await store.head(), 600_000))) throw new Error('not projected');
  };
  try {
    const commands = commandsOf(store);
    for (let company = 0; company < COMPANIES; company++) await signEverybodyIn(commands);
    await caughtUp();
    const { openShifts } = createEmployeeDaysQueries(queriesOn<ReadModels>(pool));
    const open = (await openShifts()).length;
    const job = endForgottenShiftsJob({
      clock: { now: () => new Date(Date.parse(NOW) + 86_400_000) },
      openShifts,
      endForgotten: commands.endForgotten,
    });
    const begin = performance.now();
    const { signal } = new AbortController();
    await job.handler({}, { jobId: 'midnight', attempt: 1, signal, log: createLog('silent') });
    await caughtUp();
    const seconds = (performance.now() - begin) / 1000;
    const left = (await openShifts()).length;
    if (open !== COMPANIES * PEOPLE || left > 0) throw new Error(`${open} were open, ${left} still are`);
    return {
      name: 'midnight',
      rows: [
        atMost(1, {
          what: `${open} forgotten shifts of one midnight are ended and shown as ended`,
          ours: UNTIL_IT_RUNS + seconds,
          unit: 's',
          baseline: ASKED_SECONDS,
          against: 'asked',
        }),
      ],
      notes: [`of it at most ${UNTIL_IT_RUNS} s until the job runs, and ${seconds.toFixed(1)} s of work`],
    };
  } finally {
    await stop();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signEverybodyIn(commands: Commands): Promise<void> {
  const { companyId, campaignId } = await smallCompany(commands);
  const signIn = async (nth: number) => {
    const { employeeId } = await done(
      commands.addEmployee(contextOf(companyId), {
        ...{ firstName: 'Ada', lastName: `Nr ${nth}`, email: `ada${nth}@${companyId}.test` },
        ...{ role: 'sales associate', campaignId },
      }),
    );
    const ctx = contextOf(companyId, { actorId: employeeId });
    await done(commands.login(ctx, { employeeId, timeZone: 'America/Toronto' }));
  };
  for (let nth = 0; nth < PEOPLE; nth++) await signIn(nth);
}
