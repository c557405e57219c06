import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { recordDirectly } from '#tests/gateway/live-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it('the first schedule is not set while a sale is not read yet, which would be paid twice', async () => {
  const { core, progress } = program;
  const company = await program.seedCompany({ associates: 1 });
  const owner = await program.signIn(company.owner.email);
  const employeeId = company.associates[0]?.employeeId ?? '';
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
  const today = localDate(core.clock.now().toISOString(), DAYTIME_ZONE);
  const schedule = { rhythm: 'weekly', firstDay: daysBefore(today, -1), timeZone: DAYTIME_ZONE };
  const setsSchedule = () => owner.send('PUT', '/api/pay/schedule', schedule);

  const projecting = await core.database.owner.connect();
  await projecting.query('BEGIN; LOCK TABLE read.pay_sales IN EXCLUSIVE MODE');
  const position = await recordDirectly(program, company, employeeId, '100');
  expect(await setsSchedule()).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  await projecting.query('COMMIT');
  projecting.release();
  await progress.waitFor(position, MAX_WAIT_MS);
  expect((await setsSchedule()).status).toBe(200);
  const { body } = await owner.get(`/api/pay/statements?employeeId=${employeeId}`);
  expect(body.requestedData).toContainEqual(expect.objectContaining({ state: 'imported', payable: 10 }));
});
