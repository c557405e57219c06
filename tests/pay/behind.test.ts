import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { createLog } from '#platform/log.ts';
import { countImportedJob } from '#services/pay/count-imported.job.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it('a sale that is not read yet when the first schedule is set counts as paid, and is counted later', async () => {
  const { core, progress } = program;
  const company = await program.seedCompany({ associates: 1 });
  const owner = await program.signIn(company.owner.email);
  const employeeId = company.associates[0]?.employeeId ?? '';
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
  const now = core.clock.now().toISOString();
  const today = localDate(now, DAYTIME_ZONE);
  const schedule = { rhythm: 'weekly', firstDay: today, timeZone: DAYTIME_ZONE };
  const statements = async () => {
    await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
    const { body } = await owner.get(`/api/pay/statements?employeeId=${employeeId}`);
    return body.requestedData.map(({ state, payable }: { state: string; payable: number }) => [
      state,
      payable,
    ]);
  };

  const projecting = await core.database.owner.connect();
  await projecting.query('BEGIN; LOCK TABLE read.pay_sales IN EXCLUSIVE MODE');
  const sale = {
    ...{ name: 'Boat', price: '100', status: 'Closed', employeeId, entryDate: daysBefore(today, 1) },
    ...{ campaignId: company.campaigns[0]?.campaignId ?? '', actorIsManager: true },
  };
  await done(core.commands.sales.recordSale(contextOf(company.companyId, { now }), sale));
  expect((await owner.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  await projecting.query('COMMIT');
  projecting.release();
  expect((await statements()).at(0)).toEqual(['open', 0]);
  const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
  await countImportedJob(core).handler({}, run);
  expect(await statements()).toEqual([
    ['open', 0],
    ['imported', 10],
  ]);
});
