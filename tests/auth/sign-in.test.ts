import { beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON } from '#tests/support/servers/http-client.ts';
import { PASSWORD, seedCompany } from '#tests/support/servers/seed-company.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
beforeEach(async () => {
  company = await api.company();
});

const zone = 'America/Toronto';
const failed = { message: 'Wrong email or password', error: 'failedLogin' };

async function shiftOf(employeeId: string) {
  const { rows } = await api.pool.query<{ type: string }>(
    `SELECT type FROM events WHERE stream = $1 ORDER BY revision`,
    [`shift-${company.companyId}_${employeeId}_${localDate(api.clock.now().toISOString(), zone)}`],
  );
  return rows.map(({ type }) => type);
}

describe('signing in', () => {
  it('sets a session cookie that scripts cannot read, and starts the shift of the day', {
    tags: ['asvs-7.2.3', 'decision-4.19'],
  }, async () => {
    const browser = api.client();
    const { email, employeeId } = company.associate;
    const reply = await browser.post('/login', {
      username: email.toUpperCase(),
      password: PASSWORD,
      tz: zone,
    });
    expect(reply).toMatchObject({ status: 200, body: { isLoggedIn: true } });
    const cookies = reply.headers.getSetCookie();
    expect(cookies.find((line) => line.startsWith('tb_session='))).toMatch(
      /^tb_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: true });
    const [me] = (await browser.get('/employees/getemployee')).body.requestedData;
    expect(me).toMatchObject({
      id: employeeId,
      email,
      login_time: expect.stringMatching(/Z$/),
      sales_per_hour: 0,
    });
    expect(await shiftOf(employeeId)).toEqual(['ShiftStarted']);
  });

  it('stores only a digest of the token, and no password', {
    tags: ['asvs-7.2.2', 'decision-4.20'],
  }, async () => {
    const browser = await api.signedIn(company.associate);
    const token = browser.cookies.get('tb_session') as string;
    const { rows } = await api.pool.query(`SELECT sessions::text AS row FROM sessions
      UNION ALL SELECT accounts::text FROM accounts UNION ALL SELECT data::text FROM events`);
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(PASSWORD);
    }
  });

  it('works the same for form and JSON bodies', { tags: ['asvs-7.6.2', 'spec-7.4'] }, async () => {
    const body = { username: company.associate.email, password: PASSWORD };
    const reply = await api.client().post('/login', body, AS_JSON);
    expect(reply.status).toBe(200);
  });

  it.each([
    ['a wrong password', () => ({ username: company.manager.email, password: 'Demo-pass2' })],
    ['an unknown email', () => ({ username: 'nobody@example.test', password: PASSWORD })],
    [
      'a password that the rules forbid',
      () => ({ username: company.manager.email, password: 'x'.repeat(129) }),
    ],
  ])('refuses %s with the same wording', { tags: ['spec-8.7'] }, async (_what, body) => {
    expect(await api.client().post('/login', body())).toMatchObject({ status: 401, body: failed });
  });

  it('refuses an invalid email', { tags: ['spec-5.1'] }, async () => {
    const reply = await api.client().post('/login', { username: 'not an email', password: PASSWORD });
    expect(reply).toMatchObject({ status: 400, body: { message: 'invalid email', error: 'invalidEmail' } });
  });

  it('refuses an unknown time zone, and uses the last known one when none is sent', async () => {
    const body = { username: company.colleague.email, password: PASSWORD };
    const wrong = await api.client().post('/login', { ...body, tz: 'Mars/Olympus' });
    expect(wrong).toMatchObject({ status: 400, body: { error: 'invalidTimeZone' } });
    await api.client().post('/login', { ...body, tz: 'Pacific/Kiritimati' });
    await api.client().post('/login', body);
    const { rows } = await api.pool.query(
      'SELECT time_zone FROM sessions WHERE employee_id = $1 ORDER BY created_at',
      [company.colleague.employeeId],
    );
    expect(rows.map((row) => row.time_zone)).toEqual(['Pacific/Kiritimati', 'Pacific/Kiritimati']);
  });

  it('keeps the zone of each person apart', async () => {
    const { companyId, manager, associate } = await api.company();
    const signInFrom = ({ email }: { email: string }, tz: string) =>
      api.client().post('/login', { username: email, password: PASSWORD, tz });
    expect((await signInFrom(manager, 'Europe/Berlin')).status).toBe(200);
    expect((await signInFrom(associate, 'Asia/Manila')).status).toBe(200);
    const zoneOf = ({ employeeId }: { employeeId: string }) =>
      api.accounts.timeZoneOf({ companyId, employeeId });
    expect([await zoneOf(manager), await zoneOf(associate)]).toEqual(['Europe/Berlin', 'Asia/Manila']);
  });

  it('opens a session that works at once, also when the read models are behind', async () => {
    const waiting = Promise.withResolvers<string>();
    const behind = await startApi(api.databaseUrl, {
      progress: (real) => ({
        position: real.position,
        waitFor: (position) => {
          waiting.resolve('waits');
          return real.waitFor(position, MAX_WAIT_MS);
        },
      }),
    });
    const projecting = await api.pool.connect();
    await projecting.query('BEGIN');
    await projecting.query('LOCK TABLE read.employees IN EXCLUSIVE MODE');
    const { commands, accounts } = api;
    const { owner } = await seedCompany({ commands, accounts, clock: systemClock });
    const browser = behind.client();
    const signingIn = browser.post('/login', { username: owner.email, password: PASSWORD, tz: zone });
    expect(await Promise.race([waiting.promise, signingIn])).toBe('waits');
    await projecting.query('COMMIT');
    projecting.release();
    expect(await signingIn).toMatchObject({ status: 200 });
    expect(await browser.get('/employees/getemployee')).toMatchObject({ status: 200 });
    await behind.close();
  });

  it('ends the previous session of the browser', { tags: ['asvs-7.2.4'] }, async () => {
    const browser = await api.signedIn(company.associate);
    const former = browser.cookies.get('tb_session') as string;
    await browser.post('/login', { username: company.manager.email, password: PASSWORD });
    const old = api.client();
    old.cookies.set('tb_session', former);
    expect((await old.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
  });
});

describe('over https', () => {
  it('binds the cookies to the host, sends them encrypted only, and keeps none longer than its session', {
    tags: ['decision-4.19', 'asvs-3.3.1', 'asvs-3.3.2', 'asvs-3.3.3', 'asvs-3.3.4'],
  }, async () => {
    const secure = await startApi(api.databaseUrl, {
      secureCookies: true,
      publicUrl: 'https://tally.example',
    });
    const body = { username: company.manager.email, password: PASSWORD };
    const reply = await secure.client().post('/login', body);
    const cookies = reply.headers.getSetCookie();
    const daysOf = { '__Host-tb_session': 90, '__Host-tb_device': 400, '__Host-tb_position': 60 / 86_400 };
    expect(cookies).toHaveLength(3);
    for (const [name, days] of Object.entries(daysOf))
      expect(cookies.find((line) => line.startsWith(`${name}=`))).toMatch(
        new RegExp(`; Path=/; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax; Secure$`),
      );
    await secure.close();
  });
});

describe('signing out', () => {
  it('ends session and shift, and clears the cookie', { tags: ['asvs-7.4.1', 'decision-1.7'] }, async () => {
    const company = await api.company();
    const browser = await api.signedIn(company.associate);
    const token = browser.cookies.get('tb_session') as string;
    const reply = await browser.delete('/logout');
    expect(reply).toMatchObject({ status: 200, body: { message: 'You are signed out' } });
    expect(browser.cookies.has('tb_session')).toBe(false);
    browser.cookies.set('tb_session', token);
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
    expect(await browser.get('/employees/getemployee')).toMatchObject({ status: 401 });
    const { rows } = await api.pool.query(`SELECT type FROM events WHERE stream LIKE $1 ORDER BY position`, [
      `shift-${company.companyId}_${company.associate.employeeId}%`,
    ]);
    expect(rows.map(({ type }) => type)).toEqual(['ShiftStarted', 'ShiftEnded']);
    expect(api.liveMessages).toContainEqual(
      expect.objectContaining({ kind: 'revoked', employeeId: company.associate.employeeId }),
    );
  });
});

describe('losing access', () => {
  it('ends the session of a deleted employee', async () => {
    const company = await api.company();
    const browser = await api.signedIn(company.associate);
    expect((await browser.get('/employees/getemployee')).status).toBe(200);
    const deleted = await api.commands.employees.deleteEmployee(
      {
        companyId: company.companyId,
        actorId: company.manager.employeeId,
        commandId: newId(),
        correlationId: 'test',
        origin: 'api',
        now: new Date().toISOString(),
      },
      { employeeId: company.associate.employeeId },
    );
    expect(deleted.ok).toBe(true);
    await expect.poll(async () => (await browser.get('/employees/getemployee')).status).toBe(401);
    const again = { username: company.associate.email, password: PASSWORD };
    expect(await api.client().post('/login', again)).toMatchObject({ status: 401, body: failed });
  });

  it('is immediate when a session is revoked in another process', async () => {
    const browser = await api.signedIn(company.manager);
    const other = await startApi(api.databaseUrl, { clock: api.clock });
    const principal = await other.sessions.authenticate(browser.cookies.get('tb_session') as string);
    if (!principal) throw new Error('the other process does not know the session');
    await other.sessions.revoke(principal);
    await expect.poll(async () => (await browser.get('/employees/getemployee')).status).toBe(401);
    await other.close();
  });
});
