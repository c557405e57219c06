import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { chartOf, logOf, rowsOf, type ShiftWorld, sell, startShiftWorld } from './shift-world.ts';

const ZONE = 'America/Toronto';
const DAYS = ['2026-06-08', '2026-06-09', '2026-06-10'] as const;

let world: ShiftWorld;
let company: SeededCompany;
let manager: HttpClient;
let ada: HttpClient;
/** In the company for two days, then deleted. */
let gone: SeededPerson;
beforeAll(async () => {
  world = await startShiftWorld('2026-06-08T12:00:00.000Z');
  company = await world.seedCompany({ associates: 3 });
  gone = company.associates[2] as SeededPerson;
  for (const [at, day] of DAYS.entries()) {
    world.at(`${day}T13:00:00.000Z`);
    manager = await world.signIn(company.managers[0]?.email ?? '', ZONE);
    world.at(`${day}T14:00:00.000Z`);
    ada = await world.signIn(adaId().email, ZONE);
    await sell(ada, campaignId(), { price: '10.05' });
    await sell(ada, campaignId(), { status: 'Lead' });
    if (at === 2) break;
    await sell(await world.signIn(gone.email, ZONE), campaignId());
    await world.midnightJob(`${day}T23:00:00.000Z`);
    await ada.delete('/api/logout');
  }
  const { employees } = world.program.core.commands;
  await done(employees.deleteEmployee(contextOf(company.companyId), { employeeId: gone.employeeId }));
  await world.settled();
});
afterAll(() => world.stop());

const adaId = () => company.associates[0] as SeededPerson;
const campaignId = () => company.campaigns[0]?.campaignId ?? '';
const names = (rows: readonly ShiftLogRow[]) => rows.map((row) => `${row.login_date} ${row.first_name}`);
const all = (person: HttpClient, query = '') => person.get(`/api/logs/getlogs/all${query}`);

const EVERYBODY = [
  '2026-06-10 Associate1',
  '2026-06-10 Manager1',
  '2026-06-09 Associate3',
  '2026-06-09 Associate1',
  '2026-06-09 Manager1',
  '2026-06-08 Associate3',
  '2026-06-08 Associate1',
  '2026-06-08 Manager1',
];

describe('the shift log', () => {
  it('shows managers all employees, newest first, also deleted', { tags: ['decision-9.9'] }, async () => {
    const rows = await rowsOf<ShiftLogRow>(all(manager));
    // Two employees who signed in at the same instant may come in either order.
    expect(names(rows).toSorted()).toEqual(EVERYBODY.toSorted());
    const order = rows.map(({ login_date, login_time }) => `${login_date} ${login_time}`);
    for (const [at, each] of order.entries()) expect(each <= (order[at - 1] ?? each)).toBe(true);
  });

  it('has the figures of each shift as of now', { tags: ['decision-1.20', 'decision-9.22'] }, async () => {
    const [today, yesterday] = await logOf(manager, adaId().employeeId);
    expect(today).toEqual({
      id: expect.any(String),
      employee_id: adaId().employeeId,
      login_date: '2026-06-10',
      login_time: '2026-06-10T14:00:00.000Z',
      timezone: ZONE,
      start_reason: 'login',
      logout_time: null,
      shift_duration: 8,
      sales: 1,
      hours: 1,
      sales_per_hour: 1,
      // 10 % of $10.05 are $1.005: half a cent is rounded up. The lead does not count.
      commission: 1.01,
      first_name: 'Associate1',
      last_name: 'Test',
      campaign_name: 'Solar',
    });
    // Ended by logout: one sale in the set eight hours.
    expect(yesterday).toMatchObject({ login_date: '2026-06-09', sales_per_hour: 0.13 });
  });

  it('shows an associate only their own shifts', { tags: ['decision-9.9'] }, async () => {
    const own = await rowsOf<ShiftLogRow>(all(ada));
    expect(names(own)).toEqual(['2026-06-10 Associate1', '2026-06-09 Associate1', '2026-06-08 Associate1']);
    expect(await logOf(ada, adaId().employeeId)).toEqual(own);
    expect(await logOf(manager, adaId().employeeId)).toEqual(own);
  });

  it.each([1, 2, 3, 5, 8, 999])('comes in pages of %d', { tags: ['decision-9.5'] }, async (limit) => {
    const whole = await rowsOf<ShiftLogRow>(all(manager));
    const paged: ShiftLogRow[] = [];
    let cursor: string | null | undefined;
    do {
      const { status, body } = await all(manager, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      expect(status).toBe(200);
      expect(body.requestedData.length).toBeLessThanOrEqual(limit);
      paged.push(...body.requestedData);
      cursor = body.nextCursor;
    } while (cursor);
    expect(paged).toEqual(whole);
  });

  it('continues from a cursor of the company only with rows that the reader may see', async () => {
    const { body } = await all(manager, '?limit=2');
    const rows = await rowsOf<ShiftLogRow>(all(ada, `?cursor=${body.nextCursor}`));
    expect(names(rows)).toEqual(['2026-06-09 Associate1', '2026-06-08 Associate1']);
  });

  it.each([
    'x',
    cursorOf([]),
    cursorOf(['2026-06-10', '2026-06-10', 'x']),
    cursorOf(['2026-06-31', '2026-06-10T00:00:00.000Z', 'x']),
    cursorOf(['2026-06-10', '+123456-06-10T00:00:00.000Z', 'x']),
    cursorOf(['2026-06-10', 'infinity', 'x']),
    cursorOf(['2026-06-10', '2026-06-10T00:00:00.000Z', '\0']),
  ])('refuses the cursor %s', async (cursor) => {
    expect(await all(manager, `?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'invalidCursor' },
    });
  });

  it('has one row for a date, or none', async () => {
    const of = (person: HttpClient, date: string, id = adaId().employeeId) =>
      person.get(`/api/logs/getlogsbyid&date?id=${id}&date=${date}`);
    const [, yesterday] = await logOf(ada, adaId().employeeId);
    expect(await rowsOf(of(ada, '2026-06-09'))).toEqual([yesterday]);
    expect(await rowsOf(of(manager, '2026-06-09'))).toEqual([yesterday]);
    expect(await rowsOf(of(manager, '2026-06-01'))).toEqual([]);
    expect(await of(manager, '2026-06-31')).toMatchObject({ status: 400, body: { error: 'invalidDate' } });
    expect(await of(manager, '2026-06-09', 'nobody')).toMatchObject({
      status: 404,
      body: { error: 'noSuchEmployee' },
    });
    expect((await manager.get('/api/logs/getlogsbyid&date')).body.error).toBe('failedFetch');
  });
});

describe('the log of an employee in a period', () => {
  const of = (person: HttpClient, query: string, id = adaId().employeeId) =>
    person.get(`/api/logs/getlogs/${id}?${query}`);

  it.each([
    ['from=2026-06-08&to=2026-06-09', ['2026-06-09', '2026-06-08']],
    ['from=2026-06-09&to=2026-06-09', ['2026-06-09']],
    ['from=2026-06-09', ['2026-06-10', '2026-06-09']],
    ['to=2026-06-08', ['2026-06-08']],
    ['from=2026-06-11&to=2026-12-31', []],
    // It ends before it begins.
    ['from=2026-06-10&to=2026-06-08', []],
    ['from=0000-01-01', []],
  ])('has the rows and the commission of %s', { tags: ['decision-9.21'] }, async (query, dates) => {
    const rows = await rowsOf<ShiftLogRow>(of(manager, query));
    expect(rows.map(({ login_date }) => login_date)).toEqual(dates);
    expect(await rowsOf(of(ada, query))).toEqual(rows);
    const whole = await logOf(manager, adaId().employeeId);
    expect(rows).toEqual(whole.filter(({ login_date }) => dates.includes(login_date)));
    const cents = rows.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
    const total = await ada.get(`/api/sales/get-commission/${adaId().employeeId}?${query}`);
    expect(total.body).toEqual({ commission: cents / 100 });
  });

  it('comes in pages', async () => {
    const period = 'from=2026-06-08&to=2026-06-09';
    const { body: first } = await of(ada, `${period}&limit=1`);
    expect(first.requestedData).toMatchObject([{ login_date: '2026-06-09' }]);
    const { body: last } = await of(ada, `${period}&limit=1&cursor=${first.nextCursor}`);
    expect(last.requestedData).toMatchObject([{ login_date: '2026-06-08' }]);
    expect(last.nextCursor).toBeUndefined();
  });

  it.each(['from=2026-06-31', 'from=2026-06-01&to=2026-6-9', 'to=tomorrow', 'from='])(
    'refuses dates that are none: %s',
    async (query) => {
      const refused = { status: 400, body: { error: 'invalidDate' } };
      expect(await of(ada, query)).toMatchObject(refused);
      expect(await of(manager, query)).toMatchObject(refused);
    },
  );

  it('is refused to a colleague, and not found for an unknown employee', async () => {
    const period = 'from=2026-06-08&to=2026-06-09';
    const colleague = company.associates[1]?.employeeId;
    expect((await of(ada, period, colleague)).body.error).toBe('restricted');
    expect((await of(manager, period, 'nobody')).body.error).toBe('noSuchEmployee');
  });
});

describe('the log and the chart of an employee', () => {
  const paths = (id: string) => [
    `/api/logs/getlogs/${id}`,
    `/api/logs/getlogsbyid&date?id=${id}&date=2026-06-09`,
    `/api/logs/getchartdata/${id}`,
  ];

  it.each([0, 1, 2])('are refused to a colleague, %#', async (at) => {
    const colleague = company.associates[1]?.employeeId ?? '';
    const reply = await ada.get(paths(colleague)[at] ?? '');
    expect(reply).toMatchObject({ status: 403, body: { error: 'restricted' } });
    expect((await world.program.client().get(paths(colleague)[at] ?? '')).status).toBe(401);
    // A second id in the query does not help.
    const twice = await ada.get(`${paths(colleague)[1]}&id=${adaId().employeeId}`);
    expect(twice.status).toBe(403);
  });

  it('are not found by another company, like those of an unknown id', async () => {
    const other = await world.seedCompany();
    const foreign = await world.signIn(other.managers[0]?.email ?? '', ZONE);
    for (const id of [adaId().employeeId, 'nobody'])
      for (const path of paths(id))
        expect(await foreign.get(path)).toMatchObject({ status: 404, body: { error: 'noSuchEmployee' } });
    expect(names(await rowsOf(all(foreign)))).toEqual(['2026-06-10 Manager1']);
  });

  it('stay for managers once the employee is deleted', async () => {
    for (const path of paths(gone.employeeId))
      expect([(await manager.get(path)).status, (await ada.get(path)).status]).toEqual([200, 403]);
  });
});

describe('the chart', () => {
  it('has the last seven dates, oldest first, with null for dates without a shift', {
    tags: ['spec-3.16'],
  }, async () => {
    const chart = [
      { login_date: '2026-06-04', sales_per_hour: null },
      { login_date: '2026-06-05', sales_per_hour: null },
      { login_date: '2026-06-06', sales_per_hour: null },
      { login_date: '2026-06-07', sales_per_hour: null },
      { login_date: '2026-06-08', sales_per_hour: 0.13 },
      { login_date: '2026-06-09', sales_per_hour: 0.13 },
      { login_date: '2026-06-10', sales_per_hour: 1 },
    ];
    expect(await chartOf(ada)).toEqual(chart);
    expect(await chartOf(ada, adaId().employeeId)).toEqual(chart);
    expect(await chartOf(manager, adaId().employeeId)).toEqual(chart);
    expect((await chartOf(manager)).at(-1)).toEqual({ login_date: '2026-06-10', sales_per_hour: 0 });
  });
});

function cursorOf(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
