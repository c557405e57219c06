import { beforeAll, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

const api = apiWorld();
const today = localDate(new Date().toISOString(), 'America/Toronto');

let company: Company;
let manager: HttpClient;
let associate: HttpClient;
/** Has a shift and two sales of today. */
let former: string;
let saleId: string;

/** A Closed sale of 100.00 and a Lead by the colleague, who is then deleted. */
async function leaverOf(ours: Company): Promise<{ id: string; saleId: string }> {
  const leaver = await api.signedIn(ours.colleague);
  const sale = { name: 'Panels', campaignId: ours.campaignId, price: '100' };
  const sold = await leaver.post('/sales/addsale', { ...sale, status: 'Closed' });
  await leaver.post('/sales/addsale', { ...sale, name: 'Someday', status: 'Lead' });
  const boss = await api.signedIn(ours.manager);
  expect((await boss.delete(`/employees/delete/${ours.colleague.employeeId}`)).status).toBe(200);
  await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
  return { id: ours.colleague.employeeId, saleId: sold.body.requestedData[0].id };
}

beforeAll(async () => {
  company = await api.company();
  ({ id: former, saleId } = await leaverOf(company));
  manager = await api.signedIn(company.manager);
  associate = await api.signedIn(company.associate);
});

/** The calls about a person, of the periods that a person is paid for. */
const readsOf = (id: string) => [
  `/employees/getemployee/${id}?former=true`,
  `/logs/getlogs/${id}?from=${today}&to=${today}`,
  `/logs/getlogsbyid&date?id=${id}&date=${today}`,
  `/logs/getchartdata/${id}`,
  `/sales/get-commission/${id}?from=${today}&to=${today}`,
  `/sales/getsales/all?employeeId=${id}`,
  `/sales/getsales/${today}?employeeId=${id}`,
  `/audit/numbers/commission/${id}`,
  `/audit/numbers/day/${id}/${today}`,
  `/audit/proof/statement/${id}`,
];

describe('a former employee', { tags: ['decision-3.7', 'decision-3.9', 'decision-9.8'] }, () => {
  it('can be paid: report, commission, ledger and chart have their sales', async () => {
    const read = async (path: string) => (await manager.get(path)).body;
    const [details, report, ofDate, chart, commission, ledger, ofDay] = await Promise.all(
      readsOf(former).slice(0, 7).map(read),
    );
    // 100.00 less 13 % of tax, at a commission of 10 %.
    expect(report.requestedData).toMatchObject([{ employee_id: former, login_date: today, commission: 8.7 }]);
    expect(ofDate).toEqual(report);
    expect(commission).toEqual({ commission: 8.7 });
    expect(ledger).toMatchObject({ commission: 8.7, requestedData: [{ status: 'Lead' }, { id: saleId }] });
    expect(ofDay).toEqual(ledger);
    expect(chart.requestedData.at(-1)).toMatchObject({ login_date: today, sales_per_hour: 0.13 });
    expect(details.requestedData).toMatchObject([
      { id: former, last_name: 'Test', deleted_at: expect.stringMatching(/^20.*Z$/) },
    ]);
  });

  it('is read by managers of the company alone', async () => {
    const stranger = await api.company();
    const strange = await api.signedIn(stranger.manager);
    for (const path of readsOf(former)) {
      expect([path, (await manager.get(path)).status]).toEqual([path, 200]);
      expect([path, (await associate.get(path)).status]).toEqual([path, 403]);
      const unknown = await strange.get(path.replaceAll(former, newId()));
      expect([path, await strange.get(path)]).toMatchObject([path, { status: 404, body: unknown.body }]);
    }
  });

  it('is listed with the moment of leaving, apart from the lists of present employees', async () => {
    const { body } = await manager.get('/employees/getemployees/all?former=true');
    const [listed] = body.requestedData;
    expect(body.requestedData).toHaveLength(1);
    expect(listed).toMatchObject({ id: former, last_name: 'Test', campaign_name: 'Solar' });
    expect(Date.now() - Date.parse(listed.deleted_at)).toBeLessThan(600_000);
    expect(
      (await manager.get('/employees/getemployees/all?former=true&search=nobody')).body.requestedData,
    ).toEqual([]);
    expect((await associate.get('/employees/getemployees/all?former=true')).status).toBe(403);
    for (const path of [
      '/employees/getemployees/all',
      `/employees/getsubordinates/${company.manager.employeeId}`,
      `/campaigns/getemployees/${company.campaignId}`,
    ]) {
      expect([path, JSON.stringify((await manager.get(path)).body)]).toEqual([
        path,
        expect.not.stringContaining(former),
      ]);
    }
    const present = await manager.get(`/employees/getemployee/${company.associate.employeeId}`);
    expect(present.body.requestedData[0]).not.toHaveProperty('deleted_at');
  });

  it('keeps a sale that a manager can still correct, and gets no new one', async () => {
    const ours = await api.company();
    const boss = await api.signedIn(ours.manager);
    const left = await leaverOf(ours);
    const edited = await boss.patch(`/sales/editsale/${left.saleId}`, { price: '200', status: 'Closed' });
    expect(edited.status).toBe(200);
    expect((await boss.get(`/sales/get-commission/${left.id}`)).body).toEqual({ commission: 17.4 });
    const refused = { status: 404, body: { error: 'noSuchEmployee' } };
    const sale = { name: 'Late', campaignId: ours.campaignId, employeeId: left.id };
    expect(await boss.post('/sales/addsale', sale)).toMatchObject(refused);
    const about = { employeeId: left.id, loginDate: today };
    const duration = await boss.patch('/employees/edit/shiftDuration/manager', {
      ...about,
      shiftDuration: '3',
    });
    expect(duration).toMatchObject(refused);
    const person = { employeeRole: 'manager', campaignId: ours.campaignId };
    expect(await boss.patch(`/employees/editemployee/${left.id}`, person)).toMatchObject(refused);
    expect(await boss.delete(`/employees/delete/${left.id}`)).toMatchObject(refused);
    expect(await boss.get(`/employees/getsubordinates/${left.id}`)).toMatchObject(refused);
    const under = { ...person, managerId: left.id };
    expect(await boss.patch(`/employees/editemployee/${ours.associate.employeeId}`, under)).toMatchObject({
      body: { error: 'noSuchManager' },
    });
  });

  it('is not found without the parameter for former employees', async () => {
    expect(await manager.get(`/employees/getemployee/${former}`)).toMatchObject({
      status: 404,
      body: { error: 'noSuchEmployee' },
    });
  });

  it('takes no seat, keeps no campaign and no email', async () => {
    const ours = await api.company();
    const boss = await api.signedIn(ours.owner);
    const seats = async () => (await boss.get('/companies/employee-count')).body;
    const before = await seats();
    for (const { employeeId } of [ours.associate, ours.colleague])
      expect((await boss.delete(`/employees/delete/${employeeId}`)).status).toBe(200);
    expect(JSON.stringify(await seats())).toBe(
      JSON.stringify(before).replace(/\d+/, (count) => String(Number(count) - 2)),
    );
    const person = {
      firstName: 'Second',
      lastName: 'Owner',
      employeeRole: 'manager',
      password: 'aB3dE5gH7j',
    };
    const added = await boss.post('/employees/addemployee', {
      ...person,
      username: ours.associate.email,
      campaignId: ours.campaignId,
    });
    expect(added.status).toBe(200);
    expect((await boss.get('/employees/getemployees/all?former=true')).body.requestedData).toHaveLength(2);
  });

  it('has the today of the zone where they worked last', { tags: ['decision-9.25'] }, async () => {
    const ours = await api.company();
    const [leaver, boss] = [api.client(), api.client()];
    // Never the same date.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    await leaver.post('/login', { username: ours.colleague.email, password: PASSWORD, tz: east });
    await boss.post('/login', { username: ours.manager.email, password: PASSWORD, tz: west });
    const { employeeId } = ours.colleague;
    expect((await boss.delete(`/employees/delete/${employeeId}`)).status).toBe(200);
    const chart = await boss.get(`/logs/getchartdata/${employeeId}`);
    expect(chart.body.requestedData.at(-1)).toEqual({
      login_date: localDate(new Date().toISOString(), east),
      sales_per_hour: 0,
    });
    const details = await boss.get(`/employees/getemployee/${employeeId}?former=true`);
    expect(details.body.requestedData).toMatchObject([{ timezone: east, sales_per_hour: 0 }]);
  });

  it('is a present one as of an earlier moment, and not yet a former one', async () => {
    const { rows } = await api.pool.query(
      `SELECT position FROM events WHERE type = 'EmployeeDeleted' AND data->>'employeeId' = $1`,
      [former],
    );
    const before = `as-of=@${Number(rows[0].position) - 1}`;
    const then = await manager.get(`/employees/getemployee/${former}?former=true&${before}`);
    expect(then.body.requestedData).toMatchObject([{ id: former }]);
    expect(then.body.requestedData[0]).not.toHaveProperty('deleted_at');
    const list = await manager.get(`/employees/getemployees/all?former=true&${before}`);
    expect(list.body.requestedData).toEqual([]);
    const since = await manager.get(`/employees/getemployees/all?former=true&as-of=@${rows[0].position}`);
    expect(since.body.requestedData).toMatchObject([{ id: former }]);
    const report = await manager.get(`/logs/getlogs/${former}?${before}`);
    expect(report.body.requestedData).toMatchObject([{ commission: 8.7 }]);
  });
});
