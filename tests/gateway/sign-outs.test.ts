import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { eventually, readyDashboard, recordSale } from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany({ associates: 4 });
});
afterAll(() => program.stop());

it('signing out closes the dashboards of that session, and no others', async () => {
  const email = company.associates[0]?.email ?? '';
  const [here, elsewhere] = [await program.signIn(email), await program.signIn(email)];
  const closing = [await readyDashboard(program, here), await readyDashboard(program, here)];
  const staying = await readyDashboard(program, elsewhere);
  expect((await here.delete('/api/logout')).status).toBe(200);
  await eventually(() => expect(closing.map(({ socket }) => socket.connected)).toEqual([false, false]));
  expect(closing.map((dashboard) => dashboard.signedOut())).toEqual([true, true]);
  expect(staying.socket.connected).toBe(true);
});

it('a revocation without an announcement closes them, too', { tags: ['decision-4.21'] }, async () => {
  const person = await program.signIn(company.associates[1]?.email ?? '');
  const dashboard = await readyDashboard(program, person);
  await program.core.database.owner.query('UPDATE sessions SET revoked_at = now() WHERE employee_id = $1', [
    company.associates[1]?.employeeId,
  ]);
  await eventually(() => expect(dashboard.socket.connected).toBe(false));
  expect(dashboard.signedOut()).toBe(true);
});

it('a deleted employee is disconnected', { tags: ['asvs-7.4.5'] }, async () => {
  const { employeeId, email } = company.associates[2] as { employeeId: string; email: string };
  const dashboard = await readyDashboard(program, await program.signIn(email));
  const gone = await program.core.commands.employees.deleteEmployee(contextOf(company.companyId), {
    employeeId,
  });
  expect(gone.ok && (await program.progress.waitFor(gone.position, MAX_WAIT_MS))).toBe(true);
  await eventually(() => expect(dashboard.socket.connected).toBe(false));
});

it('a new role moves a connection between the rooms', { tags: ['reliability-44'] }, async () => {
  const { employeeId, email } = company.associates[3] as { employeeId: string; email: string };
  const person = await program.signIn(email);
  const dashboard = await readyDashboard(program, person);
  const become = (role: string) =>
    done(
      program.core.commands.employees.editEmployee(contextOf(company.companyId), {
        employeeId,
        role,
        campaignId: company.campaigns[0]?.campaignId,
      }),
    );
  expect(dashboard.news()).toBeNull();
  await become('manager');
  await eventually(() => expect(dashboard.news()).not.toBeNull());
  await become('sales associate');

  const boss = await readyDashboard(program, await program.signIn(company.managers[0]?.email ?? ''));
  await eventually(() => expect(boss.news()).not.toBeNull());
  // The next session check moves the connection; from then on it receives nothing more.
  await eventually(async () => {
    const before = dashboard.changes('sale news').length;
    const saleId = await recordSale(person, company);
    await eventually(() => expect(boss.news()?.map((one) => one.saleId)).toContain(saleId));
    expect(dashboard.changes('sale news').length).toBe(before);
  });
  expect(dashboard.socket.connected).toBe(true);
});
