import { beforeAll, describe, expect, it } from 'vitest';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { PASSWORD, type SeededCompany, type SeededPerson } from '#tests/support/servers/seed-company.ts';
import { expectFields } from './fields.ts';
import type { Body, OutsideClient } from './outside-client.ts';
import { client, type StoryRun, today } from './story-world.ts';

const NOT_YOURS =
  'You do not have access to this page. If this is unexpected please contact your supervisor.';

/** Signs in, sells, reads figures, is refused the calls of managers, signs out. */
export function associatesDay(run: StoryRun): void {
  let company: SeededCompany;
  let ada: SeededPerson;
  let me: OutsideClient;
  let saleId: string;
  const campaignId = () => company.campaigns[0]?.campaignId ?? '';
  const myself = async (): Promise<Body> => (await me.list('GET /employees/getemployee')).at(-1);
  const commission = async (): Promise<number> =>
    (await me.done('GET /sales/get-commission/{id}', { id: ada.employeeId })).commission;

  beforeAll(async () => {
    company = await run
      .world()
      .seedCompany({ campaigns: [{ name: 'Solar', commission: 10, tax: 13 }, { name: 'Wind' }] });
    ada = company.associates[0] as SeededPerson;
    me = client(run);
  });

  it('is not signed in before the sign-in', { tags: ['spec-6.5', 'spec-6.8', 'spec-7.6'] }, async () => {
    expect(await me.done('GET /employees/is-logged-in')).toEqual({ isLoggedIn: false });
    expect(await me.refused('GET /employees/getemployee')).toEqual([401, 'Please sign in to continue']);
  });

  it('is refused with a wrong password or email', { tags: ['spec-5.1', 'spec-8.7'] }, async () => {
    const wrong = { username: ada.email, password: 'Wrong-pass1', tz: DAYTIME_ZONE };
    expect(await me.refused('POST /login', { body: wrong })).toEqual([401, 'Wrong email or password']);
    const noEmail = { ...wrong, username: 'ada' };
    expect(await me.refused('POST /login', { body: noEmail })).toEqual([400, 'invalid email']);
  });

  it('signs in, which starts the shift', { tags: ['spec-3.1', 'spec-7.4', 'spec-7.11'] }, async () => {
    const before = Date.now();
    await me.done('POST /login', { body: { username: ada.email, password: PASSWORD, tz: DAYTIME_ZONE } });
    expect(await me.done('GET /employees/is-logged-in')).toEqual({ isLoggedIn: true });
    const { requestedData, subscriptionIsActive } = await me.done('GET /employees/getemployee');
    expect(subscriptionIsActive).toBe(true);
    expectFields(requestedData, 'the signed-in employee');
    const shown = requestedData.at(-1);
    expect(shown).toMatchObject({
      first_name: 'Associate1',
      last_name: 'Test',
      email: ada.email,
      employee_role: 'sales associate',
      employee_type: 'employee',
      company_id: company.companyId,
      emp_campaign_id: campaignId(),
      campaignname: 'Solar',
      hourlysales: 2,
      hourlydecisions: 5,
      shift_duration: 8,
      sales_per_hour: 0,
    });
    expect(Date.parse(shown.login_time)).toBeGreaterThanOrEqual(before - 1000);
  });

  it('finds the campaigns for a sale', { tags: ['spec-7.26'] }, async () => {
    const campaigns = await me.list('GET /campaigns/getcampaigns/all');
    expectFields(campaigns, 'a campaign');
    expect(campaigns.map((each) => [each.campaign_name, each.commission, each.tax])).toEqual([
      ['Solar', 10, 13],
      ['Wind', 10, 0],
    ]);
    expect(await me.list('GET /jobaids/getjobaids')).toEqual([]);
  });

  it('is refused a sale without a name and a campaign', { tags: ['spec-5.5', 'spec-8.12'] }, async () => {
    const incomplete = [400, 'Make sure all input fields are complete'];
    const body = { name: 'Roof', campaignId: campaignId(), price: 10 };
    expect(await me.refused('POST /sales/addsale', { body: { ...body, name: '' } })).toEqual(incomplete);
    expect(await me.refused('POST /sales/addsale', { body: { ...body, campaignId: '' } })).toEqual(
      incomplete,
    );
    expect(await me.list('GET /sales/getsales/all')).toEqual([]);
  });

  it('records a sale and sees it at once, with the commission that the server computes', {
    tags: ['spec-3.5', 'spec-3.6', 'spec-5.8', 'spec-7.36', 'spec-7.38', 'spec-7.39', 'spec-8.14'],
  }, async () => {
    const body = {
      ...{ customerNumber: '555-0100', campaignId: campaignId(), name: 'Roof', price: '1000', discount: 10 },
      ...{ tax: 99, employeeId: ada.employeeId, commission: 9999, loginTime: 'now', status: 'Negotiating' },
      details: 'd'.repeat(300),
    };
    const { message } = await me.done('POST /sales/addsale', { body });
    const sales = await me.list('GET /sales/getsales/all');
    expect(message).toBe('Data saved successfully');
    expectFields(sales, 'a sale');
    expect(sales).toEqual([
      {
        ...{ id: expect.any(String), sale_name: 'Roof', name: 'Solar', customer_number: '555-0100' },
        ...{ price: '$1000.00', discount: 10, commission: 77, tax: 13, status: 'Negotiating' },
        ...{ commission_rate: 10, details: 'd'.repeat(255), entry_date: today(), campaign_id: campaignId() },
      },
    ]);
    saleId = sales[0].id;
    expect(await me.list('GET /sales/getsales/{date}', { date: today() })).toEqual(sales);
    expect(await me.list('GET /sales/getsales/{date}', { date: '2020-02-29' })).toEqual([]);
    expect(await commission()).toBe(0);
  });

  it('is refused an edit without the status', { tags: ['spec-5.6', 'spec-8.17'] }, async () => {
    const needed = [400, 'The status field is required'];
    expect(await me.refused('PATCH /sales/editsale/{id}', { id: saleId, body: { name: 'Roof 2' } })).toEqual(
      needed,
    );
    const empty = { status: '' };
    expect(await me.refused('PATCH /sales/editsale/{id}', { id: saleId, body: empty })).toEqual(needed);
  });

  it('closes the sale; fields that were not sent stay, and the commission counts at once', {
    tags: ['spec-5.10', 'spec-7.40', 'spec-7.42', 'spec-8.15'],
  }, async () => {
    const { message } = await me.done('PATCH /sales/editsale/{id}', {
      id: saleId,
      body: { status: 'Closed', discount: 0 },
    });
    expect(message).toBe('Data updated successfully');
    expect(await commission()).toBe(87);
    const [sale] = await me.list('GET /sales/getsales/all');
    expect(sale).toMatchObject({ sale_name: 'Roof', status: 'Closed', discount: 0, commission: 87 });
    expect(sale.details).toHaveLength(255);
  });

  it('has one sale an hour, everywhere it is shown', { tags: ['spec-3.12', 'spec-7.37'] }, async () => {
    const rate = await me.done('PATCH /sales/update/salesperhour');
    expect(rate).toEqual({ success: true, salesPerHour: 1 });
    expect(await myself()).toMatchObject({ sales_per_hour: 1 });
    const billboard = await me.list('GET /logs/getlogsdaily/{date}', { date: today() });
    expectFields(billboard, 'a log');
    expect(billboard).toHaveLength(1);
    const row = { first_name: 'Associate1', campaign_name: 'Solar', sales_per_hour: 1, commission: 87 };
    expect(billboard[0]).toMatchObject({ ...row, login_date: today(), shift_duration: 8 });
  });

  it('sets the duration of the shift with one digit', { tags: ['spec-5.22', 'spec-7.18'] }, async () => {
    const edited = await me.done('PATCH /employees/edit/shiftduration', { body: { shiftDuration: 7 } });
    expect(edited.newDuration).toBe(7);
    expect(await myself()).toMatchObject({ shift_duration: 7 });
    const again = { path: '/employees/edit/shiftDuration', body: { shiftDuration: '6' } };
    expect((await me.done('PATCH /employees/edit/shiftduration', again)).newDuration).toBe(6);
    expect(await myself()).toMatchObject({ shift_duration: 6 });
    for (const shiftDuration of ['12', '-1', '7.5', 'x', '']) {
      const [status] = await me.refused('PATCH /employees/edit/shiftduration', { body: { shiftDuration } });
      expect([shiftDuration, status]).toEqual([shiftDuration, 400]);
    }
    expect(await myself()).toMatchObject({ shift_duration: 6 });
  });

  it('reads their own log and chart', { tags: ['spec-3.12', 'spec-3.16', 'spec-7.24'] }, async () => {
    const logs = await me.list('GET /logs/getlogs/all');
    expectFields(logs, 'a log');
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({ login_date: today(), shift_duration: 6, sales_per_hour: 1 });
    expect(logs[0]).toMatchObject({ commission: 87, first_name: 'Associate1', last_name: 'Test' });
    const id = ada.employeeId;
    expect(await me.list('GET /logs/getlogs/{id}', { id })).toEqual(logs);
    const query = { id, date: today() };
    expect(await me.list('GET /logs/getlogsbyid&date', { query })).toEqual(logs);
    const chart = await me.list('GET /logs/getchartdata');
    expectFields(chart, 'a chart row');
    expect(chart).toHaveLength(7);
    expect(chart.at(-1)).toEqual({ login_date: today(), sales_per_hour: 1 });
    expect(chart[0].sales_per_hour).toBeNull();
    expect(await me.list('GET /logs/getchartdata/{id}', { id })).toEqual(chart);
    expect(await me.list('GET /employees/getemployee/{id}', { id })).toHaveLength(1);
  });

  it('deletes the sale, and every figure excludes it at once', { tags: ['spec-7.41'] }, async () => {
    const deletion = { id: saleId, body: { entryDate: today() } };
    expect((await me.done('DELETE /sales/delete/{id}', deletion)).message).toBe('Sale deleted');
    expect(await me.list('GET /sales/getsales/all')).toEqual([]);
    expect(await commission()).toBe(0);
    expect((await me.done('PATCH /sales/update/salesperhour')).salesPerHour).toBe(0);
    const [status] = await me.refused('DELETE /sales/delete/{id}', deletion);
    expect(status).toBe(404);
  });

  describe('is refused the calls of managers', () => {
    const managersOnly = [
      ...(['GET /employees/getemployees/all', 'GET /goals/getgoals/all'] as const),
      ...(['POST /employees/addemployee', 'POST /campaigns/addcampaign', 'POST /goals/addgoal'] as const),
      ...(['POST /jobaids/addjobaid', 'PATCH /employees/edit/shiftDuration/manager'] as const),
      ...(['GET /employees/getsubordinates/{id}', 'PATCH /employees/editemployee/{id}'] as const),
      ...(['DELETE /employees/delete/{id}', 'PATCH /campaigns/editcampaign/{id}'] as const),
      ...(['DELETE /campaigns/delete/{id}', 'GET /campaigns/getemployees/{id}'] as const),
      ...([
        'PATCH /goals/editgoal/{id}',
        'DELETE /goals/delete/{id}',
        'GET /goals/getcampaigns/{id}',
      ] as const),
      'PATCH /jobaids/edit/{id}',
    ] as const;

    it.each(managersOnly)('%s', { tags: ['spec-6.4'] }, async (call) => {
      const sent = { id: company.associates[1]?.employeeId ?? '' };
      expect(await me.refused(call, sent)).toEqual([403, NOT_YOURS]);
    });

    it('including the deletion of job aids, with its own wording', {
      tags: ['spec-5.21', 'spec-8.17'],
    }, async () => {
      expect(await me.refused('DELETE /jobaids/delete/{id}', { id: 'any' })).toEqual([
        403,
        'Only supervisors can delete job aids',
      ]);
    });

    it.each([
      'GET /employees/getemployee/{id}',
      'GET /logs/getlogs/{id}',
      'GET /logs/getchartdata/{id}',
      'GET /sales/get-commission/{id}',
    ] as const)('and the data of a colleague: %s', { tags: ['spec-6.4'] }, async (call) => {
      const id = company.associates[1]?.employeeId ?? '';
      expect(await me.refused(call, { id })).toEqual([403, NOT_YOURS]);
    });

    it("and a colleague's shift and sales", { tags: ['spec-6.4'] }, async () => {
      const id = company.associates[1]?.employeeId ?? '';
      const shift = await me.refused('GET /logs/getlogsbyid&date', { query: { id, date: today() } });
      expect(shift).toEqual([403, NOT_YOURS]);
      const sales = await me.refused('GET /sales/getsales/all', { query: { employeeId: id } });
      expect(sales).toEqual([403, NOT_YOURS]);
      const body = { name: 'Theirs', campaignId: campaignId(), employeeId: id };
      expect(await me.refused('POST /sales/addsale', { body })).toEqual([403, NOT_YOURS]);
    });
  });

  it('signs out, and is no longer signed in', { tags: ['spec-6.5', 'spec-7.5'] }, async () => {
    await me.done('DELETE /logout');
    expect(await me.done('GET /employees/is-logged-in')).toEqual({ isLoggedIn: false });
    expect(await me.refused('GET /sales/getsales/all')).toEqual([401, 'Please sign in to continue']);
  });
}
