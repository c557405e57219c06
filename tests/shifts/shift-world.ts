import type { ChartRow, ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { queriesOn } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient, HttpReply } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';

export type ShiftWorld = Awaited<ReturnType<typeof startShiftWorld>>;

/** The whole program with a clock that the test sets; its instants are UTC ISO-8601. */
export async function startShiftWorld(begin: string) {
  let now = begin;
  const clock = { now: () => new Date(now) };
  const program = await startTestProgram({ clock });
  const { core, progress } = program;

  async function settled(): Promise<void> {
    if (!(await progress.waitFor(await core.store.head(), MAX_WAIT_MS)))
      throw new Error('projections stand still');
  }

  const world = {
    program,
    clock,
    settled,
    at(instant: string): void {
      now = instant;
    },
    seedCompany: program.seedCompany,
    signIn: (email: string, timeZone: string): Promise<HttpClient> =>
      program.signIn(email, PASSWORD, timeZone),
    /** Runs the minute job at `instant`. */
    async midnightJob(instant: string): Promise<void> {
      now = instant;
      await settled();
      const db = queriesOn<ReadModels>(core.database.owner);
      const job = endForgottenShiftsJob({
        clock,
        openShifts: createEmployeeDaysQueries(db).openShifts,
        endForgotten: core.commands.shifts.endForgotten,
      });
      const { signal } = new AbortController();
      await job.handler({}, { jobId: 'run', attempt: 1, signal, log: createLog('silent') });
      await settled();
    },
    stop: program.stop,
  };
  return world;
}

/** The rows of a 200. */
export async function rowsOf<Row>(reply: Promise<HttpReply>): Promise<Row[]> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.requestedData;
}

export const logOf = (person: HttpClient, id: string) =>
  rowsOf<ShiftLogRow>(person.get(`/api/logs/getlogs/${id}`));
export const chartOf = (person: HttpClient, id = '') =>
  rowsOf<ChartRow>(person.get(`/api/logs/getchartdata${id && `/${id}`}`));

export async function sell(
  person: HttpClient,
  campaignId: string,
  form: Record<string, string> = {},
): Promise<string> {
  const sale = { name: 'Panels', campaignId, price: '100', status: 'Closed', ...form };
  const [sold] = await rowsOf<{ id: string }>(person.post('/api/sales/addsale', sale));
  return sold?.id ?? '';
}
