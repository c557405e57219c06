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

const FEW = { companies: 50, people: 100 };
const MANY = { companies: 10_000, people: 1 };
/** Companies that are made at the same time. */
const AT_ONCE = 32;
const ASKED_SECONDS = 15;
/** What a shift may cost in many companies, against one in few. */
const MOST_BY_COMPANY = 1.25;
/** The job runs every five seconds, so a midnight waits so long for it at most. */
const UNTIL_IT_RUNS = 5;

/**
 * People forget to sign out, and their midnight comes: the job ends their shifts, and the read models show it.
 * Commands, job, store and projections as in the program, on its own Postgres with fsync.
 */
export async function run(): Promise<BenchResult> {
  const [few, many] = [await workOf(FEW), await workOf(MANY)];
  const [shifts, companies] = [FEW.companies * FEW.people, MANY.companies * MANY.people];
  return {
    name: 'midnight',
    rows: [
      atMost(1, {
        what: `${shifts} forgotten shifts of one midnight are ended and shown as ended`,
        ours: UNTIL_IT_RUNS + few,
        unit: 's',
        baseline: ASKED_SECONDS,
        against: 'asked',
      }),
      atMost(MOST_BY_COMPANY, {
        what: `one of ${companies} forgotten shifts, each in a company of its own`,
        ours: (many * 1000) / companies,
        unit: 'ms',
        baseline: (few * 1000) / shifts,
        against: `one of ${shifts} in ${FEW.companies} companies`,
      }),
    ],
    notes: [
      `of it at most ${UNTIL_IT_RUNS} s until the job runs, and ${few.toFixed(1)} s of work; ${many.toFixed(1)} s with ${companies} companies`,
    ],
  };
}

/** Seconds until all are ended and shown as ended. */
async function workOf({ companies, people }: typeof FEW): Promise<number> {
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
    for (let made = 0; made < companies; made += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, companies - made) });
      await Promise.all(some.map(() => signEverybodyIn(commands, people)));
    }
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
    if (open !== companies * people || left > 0) throw new Error(`${open} were open, ${left} still are`);
    return seconds;
  } finally {
    await stop();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signEverybodyIn(commands: Commands, people: number): Promise<void> {
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
  for (let nth = 0; nth < people; nth++) await signIn(nth);
}
