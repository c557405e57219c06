import { afterAll, beforeAll, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { queriesOn } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { createLog } from '#platform/log.ts';
import { openShifts } from '#projections/logs/logs.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createAnnounceRates } from '#services/main/announce-rates.ts';
import { refreshSalesPerHourJob } from '#services/sales/refresh-sales-per-hour.job.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { startTestProgram, type TestProgram } from '#tests/support/test-program.ts';

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
  expect(await program.progress.waitFor(head, PATIENCE_MS)).toBe(true);

  const heard: LiveMessage[] = [];
  const stop = program.bus.subscribe((message) => heard.push(message));
  const job = refreshSalesPerHourJob({
    openShifts: () => openShifts(queriesOn<ReadModels>(program.core.pool)),
    announceRates: createAnnounceRates(program.bus),
  });
  const { signal } = new AbortController();
  await job.handler({}, { jobId: 'run', attempt: 1, signal, log: createLog('silent') });
  stop();

  const day = localDate(new Date().toISOString(), DAYTIME_ZONE);
  const change = (companyId: string, employeeId = '') => ({
    model: 'billboard',
    companyId,
    keys: [{ employee_id: employeeId, day }],
  });
  // It is no news of the log, whose own may still be on its way.
  const message = heard.find((each) => each.kind === 'committed' && each.position === START);
  if (message?.kind !== 'committed') throw new Error('nothing was announced');
  expect(new Set(message.changes)).toEqual(
    new Set([
      change(one.companyId, one.associates[0]?.employeeId),
      change(other.companyId, other.associates[0]?.employeeId),
    ]),
  );
  expect(await program.core.store.head()).toBe(head);
});
