import { afterAll, beforeAll, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { queriesOn } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { createLog } from '#platform/log.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createAnnounceRates, refreshSalesPerHourJob } from '#services/sales/refresh-sales-per-hour.job.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it('announces the rates of the open shifts of every company, and writes no event', async () => {
  const [one, other] = [await program.seedCompany({ associates: 2 }), await program.seedCompany()];
  const [first, second] = one.associates.map(({ email }) => email);
  await program.signIn(first ?? '', undefined, DAYTIME_ZONE);
  const gone = await program.signIn(second ?? '', undefined, DAYTIME_ZONE);
  await program.signIn(other.associates[0]?.email ?? '', undefined, DAYTIME_ZONE);
  await gone.delete('/api/logout');
  const head = await program.core.store.head();
  expect(await program.progress.waitFor(head, MAX_WAIT_MS)).toBe(true);

  const received: LiveMessage[] = [];
  const stop = program.bus.subscribe((message) => received.push(message));
  const job = refreshSalesPerHourJob({
    openShifts: createEmployeeDaysQueries(queriesOn<ReadModels>(program.core.database.owner)).openShifts,
    announceRates: createAnnounceRates(program.bus),
  });
  const { signal } = new AbortController();
  await job.handler({}, { jobId: 'run', attempt: 1, signal, log: createLog('silent') });
  stop();

  const day = localDate(new Date().toISOString(), DAYTIME_ZONE);
  const change = (companyId: string, employeeId = '') => ({
    model: 'rates',
    companyId,
    keys: [{ employee_id: employeeId, day }],
  });
  // The message comes from no event of the log, so others of the log may still arrive.
  const message = received.find((each) => each.kind === 'committed' && each.position === START);
  if (message?.kind !== 'committed') throw new Error('nothing was announced');
  expect(new Set(message.changes)).toEqual(
    new Set([
      change(one.companyId, one.associates[0]?.employeeId),
      change(other.companyId, other.associates[0]?.employeeId),
    ]),
  );
  expect(await program.core.store.head()).toBe(head);
});
