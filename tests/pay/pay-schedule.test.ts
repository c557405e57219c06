import { afterAll, beforeAll, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it('a date in the year 9999 is in no period', async () => {
  const company = await program.seedCompany({ managers: 0, associates: 1 });
  const owner = await program.signIn(company.owner.email);
  const firstDay = `${localDate(program.core.clock.now().toISOString(), DAYTIME_ZONE).slice(0, 8)}01`;
  const schedule = { rhythm: 'monthly', firstDay, timeZone: DAYTIME_ZONE };
  expect((await owner.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  const far = '9999-12-01';
  const employeeId = company.associates[0]?.employeeId ?? '';
  const bonus = { employeeId, kind: 'bonus', amount: '1', reason: 'A long week', period: far };
  const missing = { status: 404, body: { error: 'noSuchPayPeriod' } };
  expect(await owner.post(`/api/pay/payroll/${far}/approve`, {})).toMatchObject(missing);
  expect(await owner.post('/api/pay/lines', bonus)).toMatchObject(missing);
  expect(await owner.send('PUT', '/api/pay/schedule', { ...schedule, firstDay: far })).toMatchObject({
    body: { error: 'payScheduleGap' },
  });
});
