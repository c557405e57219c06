import { beforeEach, describe, expect, it } from 'vitest';
import { tidyUpJob } from '#services/auth/auth.job.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';

const DAY_MS = 24 * 3_600_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock });
let company: Company;
/** They are counted as a whole. */
const TABLES =
  'sessions, sign_in_failures, idempotency_keys, one_time_codes, rate_limits, known_devices'.split(', ');
beforeEach(async () => {
  for (const table of TABLES) await api.pool.query(`DELETE FROM ${table}`);
  company = await api.company();
});

function daysPass(days: number): void {
  clock.time += days * DAY_MS;
  // The program trusts a session for half a second of real time; this makes every process look again.
  api.bus.publish({ kind: 'missed' });
}

async function tidyUp(): Promise<void> {
  const run = { jobId: 'one', attempt: 1, signal: new AbortController().signal, log: api.log };
  await tidyUpJob({ ...api, clock }).handler({}, run);
}

async function remaining(): Promise<Record<string, number>> {
  const { rows } = await api.pool.query(`SELECT
    (SELECT count(*) FROM sessions) AS sessions,
    (SELECT count(*) FROM sign_in_failures) AS failures,
    (SELECT count(*) FROM idempotency_keys) AS keys,
    (SELECT count(*) FROM one_time_codes) AS codes,
    (SELECT count(*) FROM rate_limits) AS limits,
    (SELECT count(*) FROM known_devices) AS devices`);
  return rows[0];
}

describe('tidying up', () => {
  it('deletes expired rows and nothing else', async () => {
    const browser = await api.signedIn(company.associate);
    const sale = { name: 'Panels', campaignId: company.campaignId };
    await browser.post('/sales/addsale', sale, { 'idempotency-key': 'old' });
    await api.client().post('/login', { username: company.manager.email, password: 'wrong' });
    await api.client().post('/employees/confirmemail', { username: company.manager.email });
    await tidyUp();
    expect(await remaining()).toEqual({ sessions: 1, failures: 2, keys: 1, codes: 1, limits: 3, devices: 1 });
    await api.pool.query('UPDATE rate_limits SET expire = 1');

    daysPass(2);
    await tidyUp();
    expect(await remaining()).toMatchObject({ sessions: 1, keys: 1, devices: 1 });
    daysPass(7);
    await browser.post('/sales/addsale', sale, { 'idempotency-key': 'new' });
    await tidyUp();
    expect(await remaining()).toEqual({ sessions: 1, failures: 0, keys: 1, codes: 0, limits: 0, devices: 1 });
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: true });

    daysPass(29);
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: true });
    daysPass(31);
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
    daysPass(30);
    await tidyUp();
    expect(await remaining()).toEqual({ sessions: 0, failures: 0, keys: 0, codes: 0, limits: 0, devices: 1 });
    daysPass(400);
    await tidyUp();
    expect(await remaining()).toMatchObject({ devices: 0 });
  });

  it('deletes a session thirty days after it was ended, although it would not have expired yet', async () => {
    const [browser, other] = [await api.signedIn(company.colleague), await api.signedIn(company.colleague)];
    const sessions = async () => {
      await tidyUp();
      const { rows } = await api.pool.query('SELECT FROM sessions WHERE employee_id = $1', [
        company.colleague.employeeId,
      ]);
      return rows.length;
    };
    daysPass(20);
    await Promise.all([browser, other].map((each) => each.get('/employees/is-logged-in')));
    await other.delete('/logout');
    daysPass(29);
    expect(await sessions()).toBe(2);
    daysPass(2);
    expect(await sessions()).toBe(1);
  });

  it('the sessions, addresses and devices of a deleted person go with the deletion', async () => {
    const { associate, colleague } = company;
    const browser = await api.signedIn(associate);
    await api.signedIn(colleague);
    const owner = await api.signedIn(company.owner);
    expect((await owner.delete(`/employees/delete/${associate.employeeId}`)).status).toBe(200);
    const left = async (table: string) => {
      const { rows } = await api.pool.query(`SELECT employee_id FROM ${table}`);
      return new Set(rows.map(({ employee_id }) => employee_id));
    };
    const others = new Set([colleague, company.owner].map(({ employeeId }) => employeeId));
    expect(await left('known_devices')).toEqual(others);
    expect(await left('sessions')).toEqual(others);
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
  });

  it('the sessions that a former version left of a deleted person go within the hour', async () => {
    const { associate, owner } = company;
    for (const person of [associate, owner]) await api.signedIn(person);
    await api.pool.query('DELETE FROM accounts WHERE employee_id = $1', [associate.employeeId]);
    clock.time += 3_600_000;
    await tidyUp();
    const { rows } = await api.pool.query('SELECT DISTINCT employee_id FROM sessions');
    expect(rows).toEqual([{ employee_id: owner.employeeId }]);
  });
});
