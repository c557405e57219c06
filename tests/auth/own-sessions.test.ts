import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { hashPassword } from '#services/auth/passwords.ts';
import {
  type ApiUnderTest,
  apiWorld,
  type Company,
  startApi,
} from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

const DAY_MS = 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock });
let company: Company;
beforeEach(async () => {
  company = await api.company();
});

const isIn = async (browser: Awaited<ReturnType<ApiUnderTest['signedIn']>>) =>
  (await browser.get('/employees/is-logged-in')).body.isLoggedIn;

describe("a person's own sessions", () => {
  it('are listed with device, address, zone and times, and the current one is marked', {
    tags: ['asvs-7.5.2'],
  }, async () => {
    const { associate, colleague } = company;
    const first = api.client();
    const login = { username: associate.email, password: PASSWORD, tz: 'Asia/Kathmandu' };
    await first.post('/login', login, { 'user-agent': FIREFOX });
    const began = clock.now().toISOString();
    clock.time += 1000;
    const here = await api.signedIn(associate);
    await api.signedIn(colleague);
    const { requestedData } = (await here.get('/employees/sessions')).body;
    expect(requestedData).toMatchObject([
      { current: true, time_zone: 'America/Toronto' },
      {
        current: false,
        time_zone: 'Asia/Kathmandu',
        device: 'Firefox on Linux',
        address: '127.0.0.1',
        created_at: began,
        last_seen_at: began,
        expires_at: new Date(Date.parse(began) + 30 * DAY_MS).toISOString(),
      },
    ]);
    expect(JSON.stringify(requestedData)).not.toContain(here.cookies.get('tb_session'));
  });

  it('accept any user agent text', async () => {
    const browser = api.client();
    const login = { username: company.associate.email, password: PASSWORD };
    const userAgent = `<script>${'x'.repeat(5000)}`;
    expect((await browser.post('/login', login, { 'user-agent': userAgent })).status).toBe(200);
    const [session] = (await browser.get('/employees/sessions')).body.requestedData;
    expect(session.device).toBe('A program');
  });

  it('can be ended one by one, each once, but not those of other people', {
    tags: ['asvs-7.5.2'],
  }, async () => {
    const [here, there] = [await api.signedIn(company.associate), await api.signedIn(company.associate)];
    const colleagues = await api.signedIn(company.colleague);
    const id = (await here.get('/employees/sessions')).body.requestedData.find(
      (session: { current: boolean }) => !session.current,
    ).id;
    expect((await colleagues.delete(`/employees/sessions/${id}`)).status).toBe(404);
    expect(await isIn(there)).toBe(true);
    expect(await here.delete(`/employees/sessions/${id}`)).toMatchObject({ status: 200 });
    expect(await isIn(there)).toBe(false);
    expect(await here.delete(`/employees/sessions/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'noSuchSession', message: messages.noSuchSession },
    });
    expect(await isIn(here)).toBe(true);
    expect(await isIn(colleagues)).toBe(true);
  });

  it('can include the current one: its cookie is cleared and the shift goes on', async () => {
    const here = await api.signedIn(company.associate);
    const [{ id }] = (await here.get('/employees/sessions')).body.requestedData;
    await here.delete(`/employees/sessions/${id}`);
    expect(here.cookies.has('tb_session')).toBe(false);
    const { rows } = await api.pool.query(`SELECT type FROM events WHERE stream LIKE $1`, [
      `shift-${company.companyId}_${company.associate.employeeId}%`,
    ]);
    expect(rows).toEqual([{ type: 'ShiftStarted' }]);
  });

  it('can all be ended except the current one, in every process', async () => {
    const other = await startApi(api.databaseUrl, { clock });
    const [here, there] = [await api.signedIn(company.associate), await api.signedIn(company.associate)];
    const elsewhere = await other.signedIn(company.associate);
    const colleagues = await other.signedIn(company.colleague);
    expect((await elsewhere.delete('/employees/sessions')).status).toBe(200);
    await expect.poll(() => isIn(there), { interval: 10 }).toBe(false);
    await expect.poll(() => isIn(here), { interval: 10 }).toBe(false);
    expect(await isIn(elsewhere)).toBe(true);
    expect(await isIn(colleagues)).toBe(true);
    expect((await elsewhere.get('/employees/sessions')).body.requestedData).toHaveLength(1);
    await other.close();
  });
});

describe('a session', () => {
  function daysPass(days: number): void {
    clock.time += days * DAY_MS;
    // The program trusts a session for half a second of real time; this makes every process look again.
    api.bus.publish({ kind: 'missed' });
  }

  it('ends 30 days after its last use', { tags: ['asvs-7.3.1'] }, async () => {
    const browser = await api.signedIn(company.associate);
    daysPass(30);
    expect(await isIn(browser)).toBe(false);
  });

  it('is not extended by the use of another', async () => {
    const [used, unused] = [await api.signedIn(company.associate), await api.signedIn(company.associate)];
    daysPass(20);
    expect(await isIn(used)).toBe(true);
    daysPass(11);
    expect([await isIn(used), await isIn(unused)]).toEqual([true, false]);
  });

  it('ends 90 days after it began, however often it is used', { tags: ['asvs-7.3.2'] }, async () => {
    const browser = await api.signedIn(company.associate);
    for (const days of [29, 29, 29]) {
      daysPass(days);
      expect(await isIn(browser)).toBe(true);
    }
    daysPass(2.9);
    expect(await isIn(browser)).toBe(true);
    daysPass(0.2);
    expect(await isIn(browser)).toBe(false);
  });

  it('is not opened when the password changes while it is being checked', async () => {
    const { associate } = company;
    const proven = await api.accounts.verify(associate.email, PASSWORD);
    if (!proven) throw new Error('the password is right');
    const opening = { ...proven, timeZone: 'UTC', address: '127.0.0.1' };
    expect(await api.sessions.openByPassword(opening, proven.passwordHash)).not.toBeNull();
    await api.accounts.setPasswordHash(proven, await hashPassword('Quiet.otter'));
    expect(await api.sessions.openByPassword(opening, proven.passwordHash)).toBeNull();
  });
});
