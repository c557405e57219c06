import { beforeAll, expect, it } from 'vitest';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { expectFields } from './fields.ts';
import type { OutsideClient } from './outside-client.ts';
import { type StoryRun, signedIn, today } from './story-world.ts';

/** Watches an employee at work, corrects their shift, sells for them and also for themselves. */
export function watching(run: StoryRun, whoManages: (company: SeededCompany) => SeededPerson): void {
  let company: SeededCompany;
  let seller: SeededPerson;
  let me: OutsideClient;
  let theirs: OutsideClient;
  const campaignId = () => company.campaigns[0]?.campaignId ?? '';

  beforeAll(async () => {
    company = await run.world().seedCompany();
    seller = company.associates[0] as SeededPerson;
    me = await signedIn(run, whoManages(company).email);
    theirs = await signedIn(run, seller.email);
  });

  it("sees an employee's sale everywhere it shows", {
    tags: ['spec-3.3', 'spec-7.12', 'spec-7.22', 'spec-7.42', 'decision-2.7'],
  }, async () => {
    const body = { name: 'Panels', campaignId: campaignId(), price: '2500.55', status: 'Closed' };
    await theirs.done('POST /sales/addsale', { body });
    // Both use the same program; the seller's next read makes sure that the sale is everywhere.
    const [own] = await theirs.list('GET /employees/getemployee');
    const id = seller.employeeId;
    const [details] = await me.list('GET /employees/getemployee/{id}', { id });
    expectFields([details], "an employee's details");
    expect(details).toMatchObject({ login_time: own.login_time, sales_per_hour: 1, shift_duration: 8 });
    const total = await me.done('GET /sales/get-commission/{id}', { id });
    expect(total).toEqual({ commission: 250.06 });
    const billboard = await me.list('GET /logs/getlogsdaily/{date}', { date: today() });
    expectFields(billboard, 'a log');
    expect(billboard.find((row) => row.commission === 250.06)).toMatchObject({
      ...{ first_name: 'Associate1', last_name: 'Test', campaign_name: 'Solar', sales_per_hour: 1 },
    });
  });

  it('reads the logs of one employee and of all', {
    tags: ['spec-5.23', 'spec-7.20', 'spec-7.21', 'spec-7.23'],
  }, async () => {
    const id = seller.employeeId;
    const logs = await me.list('GET /logs/getlogs/{id}', { id });
    expectFields(logs, 'a log');
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({ login_date: today(), shift_duration: 8, sales_per_hour: 1 });
    expect(logs[0]).toMatchObject({ first_name: 'Associate1', campaign_name: 'Solar', commission: 250.06 });
    const ofDate = (date: string) => me.list('GET /logs/getlogsbyid&date', { query: { id, date } });
    expect(await ofDate(today())).toEqual(logs);
    expect(await ofDate('2020-02-29')).toEqual([]);
    const all = await me.list('GET /logs/getlogs/all');
    expect(all).toHaveLength(2);
    expect(all).toContainEqual(logs[0]);
    const unreal = await me.refused('GET /logs/getlogsbyid&date', { query: { id, date: '2026-02-30' } });
    expect(unreal[0]).toBe(400);
  });

  it('sees the last seven days of an employee, and their own', { tags: ['spec-7.25'] }, async () => {
    const chart = await me.list('GET /logs/getchartdata/{id}', { id: seller.employeeId });
    expectFields(chart, 'a chart row');
    expect(chart).toHaveLength(7);
    expect(chart.at(-1)).toEqual({ login_date: today(), sales_per_hour: 1 });
    const own = await me.list('GET /logs/getchartdata');
    expect(own.map(({ login_date }) => login_date)).toEqual(chart.map(({ login_date }) => login_date));
    expect(own.at(-1)).toEqual({ login_date: today(), sales_per_hour: 0 });
  });

  it('corrects the duration of an ended shift, and the rate follows at once', {
    tags: ['spec-3.14', 'spec-7.19'],
  }, async () => {
    const call = 'PATCH /employees/edit/shiftDuration/manager';
    await theirs.done('DELETE /logout');
    const body = { shiftDuration: '4', employeeId: seller.employeeId, loginDate: today() };
    expect(await me.done(call, { body })).toMatchObject({ newDuration: 4, salesPerHour: 0.25 });
    const [row] = await me.list('GET /logs/getlogs/{id}', { id: seller.employeeId });
    expect(row).toMatchObject({ shift_duration: 4, sales_per_hour: 0.25 });
    const [details] = await me.list('GET /employees/getemployee/{id}', { id: seller.employeeId });
    expect(details.sales_per_hour).toBe(0.25);
    const spelled = { path: '/employees/edit/shiftduration/manager', body: { ...body, shiftDuration: 5 } };
    expect(await me.done(call, spelled)).toMatchObject({ newDuration: 5, salesPerHour: 0.2 });
    const chart = await me.list('GET /logs/getchartdata/{id}', { id: seller.employeeId });
    expect(chart.at(-1)?.sales_per_hour).toBe(0.2);
    for (const [wrong, status] of [
      [{ shiftDuration: '10' }, 400],
      [{ shiftDuration: 'x' }, 400],
      [{ loginDate: '2026-02-30' }, 400],
      [{ loginDate: '2020-02-29' }, 404],
      [{ employeeId: 'nobody' }, 404],
    ] as const) {
      expect([wrong, (await me.refused(call, { body: { ...body, ...wrong } }))[0]]).toEqual([wrong, status]);
    }
  });

  it('sets their own duration', async () => {
    const edited = await me.done('PATCH /employees/edit/shiftduration', { body: { shiftDuration: '5' } });
    expect(edited.newDuration).toBe(5);
    expect((await me.list('GET /employees/getemployee')).at(-1).shift_duration).toBe(5);
  });

  it('sells, too: records, edits and deletes', { tags: ['spec-5.7', 'decision-9.17'] }, async () => {
    const body = { name: 'Roof', campaignId: campaignId(), price: 10, status: 'Lead' };
    const mine = () => me.list('GET /sales/getsales/all');
    await me.done('POST /sales/addsale', { body });
    const [sale] = await mine();
    expectFields([sale], 'a sale');
    expect(sale).toMatchObject({ sale_name: 'Roof', price: '$10.00', discount: 0, commission: 1 });
    await me.done('PATCH /sales/editsale/{id}', { id: sale.id, body: { status: 'Closed' } });
    expect((await mine())[0]).toEqual({ ...sale, status: 'Closed' });
    expect((await me.done('PATCH /sales/update/salesperhour')).salesPerHour).toBe(1);
    await me.done('DELETE /sales/delete/{id}', { id: sale.id, body: { entryDate: sale.entry_date } });
    expect(await mine()).toEqual([]);
  });

  it('sells for an employee, and sees the sales of an employee', async () => {
    const body = { name: 'For them', campaignId: campaignId(), employeeId: seller.employeeId };
    await me.done('POST /sales/addsale', { body });
    expect(await me.list('GET /sales/getsales/all')).toEqual([]);
    const query = { employeeId: seller.employeeId };
    const day = await me.list('GET /sales/getsales/{date}', { date: today(), query });
    expect(new Set(day.map((sale) => sale.sale_name))).toEqual(new Set(['For them', 'Panels']));
    expect(await me.list('GET /sales/getsales/all', { query })).toHaveLength(2);
  });
}
