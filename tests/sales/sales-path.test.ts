import { beforeAll, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { apiWorld, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
let associate: HttpClient;
let manager: HttpClient;
beforeAll(async () => {
  company = await api.company();
  associate = await api.signedIn(company.associate);
  manager = await api.signedIn(company.manager);
});

const dateIn = (zone: string) => localDate(api.clock.now().toISOString(), zone);
const today = () => dateIn('America/Toronto');
const sale = () => ({ name: 'Panels', campaignId: company.campaignId, price: '1234.50', status: 'Closed' });

describe('recording a sale', () => {
  it('answers with the sale and the commission computed by the server', async () => {
    const reply = await associate.post('/sales/addsale', {
      ...sale(),
      customerNumber: 'C-7',
      discount: '5',
      details: 'call back',
      // These fields of a client have no effect.
      tax: 0,
      commission: 99,
      loginTime: 'never',
    });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Data saved successfully' } });
    expect(reply.body.requestedData).toEqual([
      {
        id: expect.any(String),
        sale_name: 'Panels',
        name: 'Solar',
        customer_number: 'C-7',
        price: '$1234.50',
        discount: 5,
        // (1234.50 - 13 % - 5 %) * 10 % = 101.229
        ...{ commission: 101.23, tax: 13, commission_rate: 10 },
        status: 'Closed',
        details: 'call back',
        entry_date: today(),
        campaign_id: company.campaignId,
      },
    ]);
    expect(Number(reply.headers.get('x-tallyboard-position'))).toBeGreaterThan(0);
    const listed = (await associate.get('/sales/getsales/all')).body.requestedData;
    expect(listed[0]).toEqual(reply.body.requestedData[0]);
  });

  it('gives the same result as JSON, with numbers or texts', { tags: ['decision-1.18'] }, async () => {
    const body = { ...sale(), price: 1234.5, discount: 5 };
    const asNumbers = await associate.post('/sales/addsale', body, AS_JSON);
    const texts = { ...body, price: '$1234.5', discount: '5' };
    const asTexts = await associate.post('/sales/addsale', texts, AS_JSON);
    expect(asNumbers.body.requestedData[0]).toMatchObject({ price: '$1234.50', commission: 101.23 });
    expect(asTexts.body.requestedData[0]).toMatchObject({ price: '$1234.50', commission: 101.23 });
  });

  it.each([256, 200_000])('cuts details of %d characters to 255', { tags: ['spec-5.8'] }, async (length) => {
    const reply = await associate.post('/sales/addsale', { ...sale(), details: 'd'.repeat(length) });
    expect(reply.body.requestedData[0].details).toBe('d'.repeat(255));
  });

  it.each([
    [{ name: '' }, 400, 'incompleteFields', 'Make sure all input fields are complete'],
    [{ campaignId: '' }, 400, 'incompleteFields', 'Make sure all input fields are complete'],
    [{ campaignId: 'elsewhere' }, 404, 'noSuchCampaign', 'This campaign does not exist'],
    [{ price: '-1' }, 400, 'invalidPrice', 'Enter a price from 0 to 1,000,000,000 with at most two decimals'],
    [
      { price: '1.005' },
      400,
      'invalidPrice',
      'Enter a price from 0 to 1,000,000,000 with at most two decimals',
    ],
    [{ discount: '100.5' }, 400, 'invalidPercent', 'Enter a percentage from 0 to 100'],
    [{ status: 'Won' }, 400, 'invalidStatus', 'The status must be Lead, Negotiating, Closed or None'],
  ])('refuses %j', async (wrong, status, error, message) => {
    expect(await associate.post('/sales/addsale', { ...sale(), ...wrong })).toMatchObject({
      status,
      body: { message, error },
    });
  });

  it("for another employee is for managers, with the date in that employee's zone", {
    tags: ['decision-1.21', 'decision-9.13'],
  }, async () => {
    const colleague = await api.client();
    await colleague.post('/login', {
      username: company.colleague.email,
      password: PASSWORD,
      tz: 'Pacific/Kiritimati',
    });
    const theirs = { ...sale(), employeeId: company.colleague.employeeId };
    expect(await associate.post('/sales/addsale', theirs)).toMatchObject({
      status: 403,
      body: { error: 'restricted' },
    });
    const reply = await manager.post('/sales/addsale', theirs);
    expect(reply.body.requestedData[0].entry_date).toBe(dateIn('Pacific/Kiritimati'));
    // The manager wrote it, so the colleague's own read need not show it at once.
    await expect
      .poll(async () => (await colleague.get('/sales/getsales/all')).body.requestedData)
      .toHaveLength(1);
  });
});

describe('reading sales', () => {
  it('by date, and by employee for a manager', { tags: ['decision-2.5', 'decision-9.12'] }, async () => {
    const mine = (await associate.get('/sales/getsales/all')).body.requestedData;
    expect((await associate.get(`/sales/getsales/${today()}`)).body.requestedData).toEqual(mine);
    expect((await associate.get('/sales/getsales/2020-02-29')).body.requestedData).toEqual([]);
    const named = await manager.get(`/sales/getsales/all?employeeId=${company.associate.employeeId}`);
    expect(named.body.requestedData).toEqual(mine);
    expect((await manager.get('/sales/getsales/all')).body.requestedData).toEqual([]);
  });

  it.each(['2026-02-29', '2026-2-9', 'yesterday', '2026-13-01'])(
    'refuses %s as a date',
    { tags: ['spec-5.23'] },
    async (date) => {
      const refused = {
        status: 400,
        body: { error: 'invalidDate', message: 'Enter a real date as yyyy-mm-dd' },
      };
      expect(await associate.get(`/sales/getsales/${date}`)).toMatchObject(refused);
      expect(await associate.get(`/logs/getlogsdaily/${date}`)).toMatchObject(refused);
      const mine = `/sales/get-commission/${company.associate.employeeId}`;
      expect(await associate.get(`${mine}?date=${date}`)).toMatchObject(refused);
      expect(await associate.get(`${mine}?from=2026-01-01&to=${date}`)).toMatchObject(refused);
    },
  );

  it('adds up the commission of Closed sales', { tags: ['decision-1.14', 'decision-9.16'] }, async () => {
    await associate.post('/sales/addsale', { ...sale(), status: 'Lead' });
    const sales = (await associate.get('/sales/getsales/all')).body.requestedData;
    const cents = sales
      .filter(({ status }: { status: string }) => status === 'Closed')
      .reduce((sum: number, { commission }: { commission: number }) => sum + Math.round(commission * 100), 0);
    const path = `/sales/get-commission/${company.associate.employeeId}`;
    expect((await associate.get(path)).body).toEqual({ commission: cents / 100 });
    expect((await manager.get(`${path}?date=${today()}`)).body).toEqual({ commission: cents / 100 });
    expect((await manager.get(`${path}?from=2020-01-01&to=2020-12-31`)).body).toEqual({ commission: 0 });
  });
});

describe('the day', () => {
  it('is on the billboard, with campaign, sales, rate and commission', async () => {
    const rows = (await manager.get(`/logs/getlogsdaily/${today()}`)).body.requestedData;
    const row = rows.find(
      (each: { employee_id: string }) => each.employee_id === company.associate.employeeId,
    );
    const { commission } = (
      await manager.get(`/sales/get-commission/${company.associate.employeeId}?date=${today()}`)
    ).body;
    expect(row).toMatchObject({
      first_name: 'Associate1',
      last_name: 'Test',
      campaign_name: 'Solar',
      login_date: today(),
      commission,
      sales_per_hour: row.sales,
    });
  });

  it('shows the employee with the goal of their campaign', async () => {
    const reply = await associate.get('/employees/getemployee');
    expect(reply.body).toMatchObject({
      subscriptionIsActive: true,
      requestedData: [
        {
          campaignname: 'Solar',
          emp_campaign_id: company.campaignId,
          hourlysales: 2,
          hourlydecisions: 5,
          shift_duration: 8,
          manger_id: null,
          employee_role: 'sales associate',
          employee_type: 'employee',
        },
      ],
    });
  });

  it('has sales per hour, and one refresh updates them for everybody', async () => {
    const reply = await associate.patch('/sales/update/salesperhour');
    const [me] = (await associate.get('/employees/getemployee')).body.requestedData;
    expect(reply).toMatchObject({ status: 200, body: { success: true, salesPerHour: me.sales_per_hour } });
    const days = {
      ...{ model: 'employee-days', companyId: company.companyId },
      keys: [{ employee_id: company.associate.employeeId, day: today() }],
    };
    expect(api.liveMessages).toContainEqual(
      expect.objectContaining({ kind: 'committed', changes: expect.arrayContaining([days]) }),
    );
  });

  it('begins with the refresh of the rate, in the zone of the session', {
    tags: ['decision-1.17'],
  }, async () => {
    const owner = await api.signedIn(company.owner);
    // In this zone it is another day, and the person has not begun work on it: theirs is still the first.
    const elsewhereNow = ['Etc/GMT-14', 'Etc/GMT+12'].find((zone) => dateIn(zone) !== today());
    await api.pool.query('UPDATE sessions SET time_zone = $2 WHERE employee_id = $1', [
      company.owner.employeeId,
      elsewhereNow,
    ]);
    const moved = await startApi(api.databaseUrl, { clock: api.clock });
    const elsewhere = moved.client();
    // With the position of the sign-in, which the other process waits for.
    for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
    const me = async () => (await elsewhere.get('/employees/getemployee')).body.requestedData[0];
    expect(await me()).toMatchObject({ login_date: today(), start_reason: 'login' });
    expect((await elsewhere.patch('/sales/update/salesperhour')).body).toEqual({
      success: true,
      salesPerHour: 0,
    });
    expect(await me()).toMatchObject({
      ...{ sales_per_hour: 0, login_time: api.clock.now().toISOString() },
      ...{ timezone: elsewhereNow, start_reason: 'refresh' },
    });
    await moved.close();
  });

  it('lists the campaigns of the company', async () => {
    expect((await associate.get('/campaigns/getcampaigns/all')).body).toEqual({
      requestedData: [
        {
          campaign_id: company.campaignId,
          campaign_name: 'Solar',
          ...{ commission: 10, tax: 13, hourly_sales: 2, hourly_decisions: 5 },
          goal_id: expect.any(String),
          goal_name: 'Steady',
          entry_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          rates_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ],
    });
  });
});
