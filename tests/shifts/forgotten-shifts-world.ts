import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { queriesOn } from '#platform/database.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { createLog } from '#platform/log.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { endForgottenShiftsJob, type OpenShift } from '#services/shifts/end-forgotten-shifts.job.ts';
import { startProjections } from '#tests/projections/projection-world.ts';
import { commandsOf, contextOf, done, smallCompany } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';

/** The job on a real store and real read models, with a clock that the test sets. */
export async function forgottenShiftsWorld() {
  const database = await createTestDatabase();
  const world = await startProjections(database.pool);
  const { store, runner } = world;
  const commands = commandsOf(store);
  const company = await smallCompany(commands);
  const db = queriesOn<ReadModels>(database.pool);
  let now = '';
  let people = 0;
  let strange: readonly OpenShift[] = [];

  const job = endForgottenShiftsJob({
    clock: { now: () => new Date(now) },
    openShifts: async () => [...strange, ...(await createEmployeeDaysQueries(db).openShifts())],
    endForgotten: commands.endForgotten,
  });

  async function caughtUp(): Promise<void> {
    if (!(await runner.progress.waitFor(await store.head(), MAX_WAIT_MS)))
      throw new Error('projections stand still');
  }

  return {
    company,
    /** Signs an employee in at `at` with a browser of that zone. */
    async signIn(at: string, timeZone: string): Promise<{ employeeId: string; loginDate: string }> {
      people += 1;
      const { employeeId } = await done(
        commands.addEmployee(contextOf(company.companyId), {
          firstName: 'Person',
          lastName: String(people),
          email: `person${people}@example.com`,
          role: 'sales associate',
          campaignId: company.campaignId,
        }),
      );
      const ctx = contextOf(company.companyId, { actorId: employeeId, now: at });
      const { loginDate } = await done(commands.login(ctx, { employeeId, timeZone }));
      return { employeeId, loginDate };
    },
    /** Runs the job once at `at`; `before` are shifts that it finds before all others. */
    async runAt(
      at: string,
      { signal = new AbortController().signal, before = [] as readonly OpenShift[] } = {},
    ): Promise<void> {
      now = at;
      strange = before;
      await caughtUp();
      const run: JobRun = { jobId: 'run', attempt: 1, signal, log: createLog('silent') };
      await job.handler({}, run);
      await caughtUp();
    },
    /** Every end of every shift. */
    async ends(employeeId?: string): Promise<StoredEvent<'ShiftEnded'>['data'][]> {
      const all = await store.readAll({ limit: 10_000 });
      const ended = all.filter(({ type }) => type === 'ShiftEnded').map(({ data }) => data);
      return (ended as StoredEvent<'ShiftEnded'>['data'][]).filter(
        (end) => employeeId === undefined || end.employeeId === employeeId,
      );
    },
    stillOpen: () => createEmployeeDaysQueries(db).openShifts(),
    async stop(): Promise<void> {
      await world.stop();
      await database.drop();
    },
  };
}

export type ForgottenShiftsWorld = Awaited<ReturnType<typeof forgottenShiftsWorld>>;
