import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { queriesOn } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { createAtOneMoment, createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { countImportedJob } from '#services/pay/count-imported.job.ts';
import { createPayroll } from '#services/pay/payroll.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  // The test runs the job.
  program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
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

it('what is not read is not counted yet', async () => {
  const { core, progress } = program;
  const company = await program.seedCompany({ associates: 1 });
  const now = core.clock.now().toISOString();
  const today = localDate(now, DAYTIME_ZONE);
  const ctx = contextOf(company.companyId, { now });
  const sale = {
    ...{
      name: 'Boat',
      price: '100',
      status: 'Closed',
      entryDate: daysBefore(today, 1),
      actorIsManager: true,
    },
    employeeId: company.associates[0]?.employeeId ?? '',
    campaignId: company.campaigns[0]?.campaignId ?? '',
  };
  await done(core.commands.sales.recordSale(ctx, sale));
  const schedule = { rhythm: 'weekly', firstDay: today, timeZone: DAYTIME_ZONE };
  await done(core.commands.pay.setSchedule(ctx, schedule));
  const head = await core.store.head();
  await progress.waitFor(head, MAX_WAIT_MS);
  const atOneMoment = createAtOneMoment(queriesOn<ReadModels>(core.pool), createQueries);
  const readBy = (isRead: boolean) =>
    createPayroll({ commands: core.commands.pay, atOneMoment, readAll: async () => isRead });
  const counted = async () =>
    (await core.queries.importedPay(company.companyId)).size === 0 ? 'counted' : 'not counted';
  await readBy(false).countImported(ctx);
  expect(await counted()).toBe('not counted');
  await readBy(true).countImported(ctx);
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
  expect(await counted()).toBe('counted');
});
