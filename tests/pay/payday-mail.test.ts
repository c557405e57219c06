import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { createLog } from '#platform/log.ts';
import { mailPaydayJob } from '#services/pay/payday.job.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  // The test runs the job.
  program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
});
afterAll(() => program.stop());

it('a person has one mail when the statement is ready, approved and paid, however often the job runs', async () => {
  const { core } = program;
  const company = await program.seedCompany({ managers: 1, associates: 3 });
  const owner = await program.signIn(company.owner.email);
  const manager = await program.signIn(company.managers[0]?.email ?? '');
  const [seller, idle, former] = company.associates;
  const first = daysBefore(localDate(core.clock.now().toISOString(), DAYTIME_ZONE), 7);
  const schedule = { rhythm: 'weekly', firstDay: first, timeZone: DAYTIME_ZONE };
  await owner.send('PUT', '/api/pay/schedule', schedule);
  const { employeeId = '' } = seller ?? {};
  const bonus = { employeeId, kind: 'bonus', amount: '1234.5', reason: 'A long week', period: first };
  await owner.post('/api/pay/lines', bonus);
  await owner.post('/api/pay/lines', { ...bonus, employeeId: former?.employeeId ?? '' });
  const deleted = await owner.send('DELETE', `/api/employees/delete/${former?.employeeId}`);
  expect(deleted.status).toBe(200);

  const job = mailPaydayJob({ ...core, outbox: core.mail.outbox, publicUrl: () => 'https://tally.test' });
  const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
  async function mails(): Promise<string[]> {
    await program.progress.waitFor(await core.store.head(), MAX_WAIT_MS);
    // Two processes at once, and one more.
    await Promise.all([job.handler({}, run), job.handler({}, run)]);
    await job.handler({}, run);
    const { rows } = await core.database.owner.query(
      `SELECT content->'to'->>'address' AS "to", content->>'subject' AS subject, content->>'text' AS text
         FROM mail_outbox WHERE company_id = $1 AND id LIKE 'payday %' ORDER BY posted_at`,
      [company.companyId],
    );
    for (const { to, text } of rows) {
      expect(to).toBe(seller?.email);
      expect(text).toContain('$1,234.50');
      expect(text).toContain(`https://tally.test/layout/my-pay/${first}`);
    }
    expect(rows.map(({ to }) => to)).not.toContain(idle?.email);
    return rows.map(({ subject }) => subject.replace(/:.*/, ''));
  }

  const all = ['Your statement is ready', 'Your statement is approved', 'Your statement is paid'];
  expect(await mails()).toEqual(all.slice(0, 1));
  await manager.post(`/api/pay/payroll/${first}/approve`, {});
  expect(await mails()).toEqual(all.slice(0, 2));
  await owner.post(`/api/pay/payroll/${first}/lock`, {});
  expect(await mails()).toEqual(all);
});
