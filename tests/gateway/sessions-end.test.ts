import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { mailedCode } from '#tests/auth/mailed-code.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { eventually, readyDashboard } from './live-world.ts';

let program: TestProgram;
let another: Program;
let company: SeededCompany;

beforeAll(async () => {
  program = await startTestProgram();
  another = await startAnother(program);
  company = await program.seedCompany({ associates: 3 });
  await another.progress.waitFor(company.position, MAX_WAIT_MS);
});
afterAll(async () => {
  await another.stop();
  await program.stop();
});

const emailOf = (at: number) => company.associates[at]?.email ?? '';
const inAnother = (email: string) => signIn(createHttpClient(another.url), email);

it('a session ended from another browser loses its sockets in every process', {
  tags: ['reliability-22'],
}, async () => {
  const here = await program.signIn(emailOf(0));
  const there = await inAnother(emailOf(0));
  const closing = [await readyDashboard(program, there), await readyDashboard(another, there)];
  const staying = [await readyDashboard(program, here), await readyDashboard(another, here)];
  const sessions = (await here.get('/api/employees/sessions')).body.requestedData;
  const { id } = sessions.find(({ current }: { current: boolean }) => !current);
  expect((await here.delete(`/api/employees/sessions/${id}`)).status).toBe(200);
  await eventually(() => expect(closing.map(({ socket }) => socket.connected)).toEqual([false, false]));
  expect(staying.map(({ socket }) => socket.connected)).toEqual([true, true]);
});

it('signing out everywhere else closes the sockets of all other sessions, in every process', {
  tags: ['reliability-37', 'asvs-7.5.2'],
}, async () => {
  const here = await program.signIn(emailOf(1));
  const others = [await inAnother(emailOf(1)), await program.signIn(emailOf(1))];
  const closing = [
    await readyDashboard(another, others[0] as (typeof others)[number]),
    await readyDashboard(program, others[1] as (typeof others)[number]),
  ];
  const staying = await readyDashboard(another, here);
  expect((await here.delete('/api/employees/sessions')).status).toBe(200);
  await eventually(() => expect(closing.map(({ socket }) => socket.connected)).toEqual([false, false]));
  expect(staying.socket.connected).toBe(true);
});

it('a new password closes the sockets of that person everywhere, and no others', {
  tags: ['asvs-7.4.3', 'decision-4.15'],
}, async () => {
  const email = emailOf(2);
  const closing = [
    await readyDashboard(program, await program.signIn(email)),
    await readyDashboard(another, await inAnother(email)),
  ];
  const staying = await readyDashboard(another, await inAnother(emailOf(1)));
  const stranger = program.client();
  const { otpId } = (await stranger.post('/api/employees/confirmemail', { username: email })).body;
  const otp = await mailedCode(program.core.database.owner, otpId);
  expect((await stranger.post('/api/employees/verifyotp', { id: otpId, otp })).status).toBe(200);
  const chosen = { username: email, otpId, newPassword: 'Quiet.otter' };
  expect((await stranger.send('PUT', '/api/employees/resetpassword', chosen)).status).toBe(200);
  await eventually(() => expect(closing.map(({ socket }) => socket.connected)).toEqual([false, false]));
  expect(closing.map((dashboard) => dashboard.signedOut())).toEqual([true, true]);
  expect(staying.socket.connected).toBe(true);
});

it('rights that changed while the news was lost reach every process when it hears again', async () => {
  const { owner: pool } = program.core.database;
  const { employeeId, email } = company.associates[0] as { employeeId: string; email: string };
  const dashboard = await readyDashboard(another, await inAnother(email));
  expect(dashboard.news()).toBeNull();
  const lost = await pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = 'tallyboard news' AND datname = current_database()`,
  );
  expect(lost.rowCount).toBe(2);
  await done(
    program.core.commands.employees.editEmployee(contextOf(company.companyId), {
      employeeId,
      role: 'manager',
      campaignId: company.campaigns[0]?.campaignId,
    }),
  );
  await eventually(() => expect(dashboard.news()).not.toBeNull());
});
