import { expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { PASSWORD, type SeededCompany } from '#tests/support/servers/seed-company.ts';
import { type Body, type OutsideClient, outsideClient } from './outside-client.ts';
import { type StoryWorld, today } from './story-world.ts';

const COMPANIES = 3;
const ROUNDS = 6;

/** Each write, directly followed by the reads that show its change; ids come from those reads. */
async function writeAndRead(me: OutsideClient, company: SeededCompany, round: number): Promise<void> {
  const myId = company.managers[0]?.employeeId ?? '';
  const name = `Round ${round}`;
  const entry = async (rows: Promise<Body[]>, key: string, value: unknown): Promise<Body> =>
    (await rows).find((row) => row[key] === value);
  const goals = () => me.list('GET /goals/getgoals/all');
  const campaigns = () => me.list('GET /campaigns/getcampaigns/all');
  const everybody = () => me.list('GET /employees/getemployees/all');
  const aids = () => me.list('GET /jobaids/getjobaids');
  const sales = () => me.list('GET /sales/getsales/all');
  const commission = async () =>
    (await me.done('GET /sales/get-commission/{id}', { id: myId })).commission as number;

  await me.done('POST /goals/addgoal', { body: { name, hourlySales: round } });
  const goal = await entry(goals(), 'name', name);
  expect(goal.hourly_sales).toBe(round);
  await me.done('PATCH /goals/editgoal/{id}', { id: goal.id, body: { hourlySales: 77 } });
  expect(await entry(goals(), 'id', goal.id)).toMatchObject({ name, hourly_sales: 77 });

  const rates = { commission: 10, tax: 0, goalId: goal.id };
  await me.done('POST /campaigns/addcampaign', { body: { name, ...rates } });
  const [ofGoal] = await me.list('GET /goals/getcampaigns/{id}', { id: goal.id });
  const campaignId = ofGoal.id;
  await me.done('PATCH /campaigns/editcampaign/{id}', { id: campaignId, body: { commission: 50 } });
  expect(await entry(campaigns(), 'campaign_id', campaignId)).toMatchObject({ commission: 50 });
  await me.done('PATCH /goals/editgoal/{id}', { id: goal.id, body: { hourlySales: 78 } });
  expect(await entry(campaigns(), 'campaign_id', campaignId)).toMatchObject({ hourly_sales: 78 });

  const username = `new.${newId()}@example.test`;
  const person = { firstName: name, lastName: 'New', username, password: 'k3Jd82hQpz' };
  const place = { employeeRole: 'sales associate', campaignId };
  await me.done('POST /employees/addemployee', { body: { ...person, ...place } });
  const [employee] = await me.list('GET /campaigns/getemployees/{id}', { id: campaignId });
  expect(employee.email).toBe(username);
  const { id } = employee;
  await me.done('PATCH /employees/editemployee/{id}', { id, body: { ...place, lastName: 'Newer' } });
  expect(await entry(everybody(), 'id', id)).toMatchObject({ last_name: 'Newer' });
  const [details] = await me.list('GET /employees/getemployee/{id}', { id });
  expect(details).toMatchObject({ last_name: 'Newer', campaign_name: name });

  await me.done('POST /jobaids/addjobaid', { body: { name, url: 'https://example.test/a' } });
  const aid = await entry(aids(), 'name', name);
  await me.done('PATCH /jobaids/edit/{id}', { id: aid.id, body: { url: 'https://example.test/b' } });
  expect(await entry(aids(), 'id', aid.id)).toMatchObject({ doc_url: 'https://example.test/b' });
  await me.done('DELETE /jobaids/delete/{id}', { id: aid.id });
  expect(await entry(aids(), 'id', aid.id)).toBeUndefined();

  const before = await commission();
  await me.done('POST /sales/addsale', { body: { name, campaignId, price: 100, status: 'Closed' } });
  expect(await commission()).toBe(before + 50);
  const sale = await entry(sales(), 'sale_name', name);
  await me.done('PATCH /sales/editsale/{id}', { id: sale.id, body: { status: 'Closed', price: 200 } });
  const board = await entry(me.list('GET /logs/getlogsdaily/{date}', { date: today() }), 'employee_id', myId);
  expect(board.commission).toBe(before + 100);
  expect((await me.done('PATCH /sales/update/salesperhour')).salesPerHour).toBe(1);
  await me.done('DELETE /sales/delete/{id}', { id: sale.id, body: { entryDate: sale.entry_date } });
  expect(await sales()).toEqual([]);

  const shiftDuration = round % 9;
  await me.done('PATCH /employees/edit/shiftduration', { body: { shiftDuration } });
  const query = { id: myId, date: today() };
  const log = () => me.list('GET /logs/getlogsbyid&date', { query });
  expect((await log())[0]).toMatchObject({ shift_duration: shiftDuration });
  const correction = { shiftDuration: 9, employeeId: myId, loginDate: today() };
  await me.done('PATCH /employees/edit/shiftDuration/manager', { body: correction });
  expect((await log())[0]).toMatchObject({ shift_duration: 9 });

  await me.done('DELETE /employees/delete/{id}', { id });
  expect(await entry(everybody(), 'id', id)).toBeUndefined();
  await me.done('DELETE /campaigns/delete/{id}', { id: campaignId });
  expect(await entry(campaigns(), 'campaign_id', campaignId)).toBeUndefined();
  await me.done('DELETE /goals/delete/{id}', { id: goal.id });
  expect(await entry(goals(), 'id', goal.id)).toBeUndefined();
}

export function everyWriteIsRead(world: () => StoryWorld): void {
  it('every write shows in the very next read, while others write', { tags: ['spec-7.2'] }, async () => {
    const companies = Array.from({ length: COMPANIES }, async (_, number) => {
      const company = await world().seedCompany();
      const me = outsideClient(world().urls, number % 2 ? 'json' : 'form', new Set());
      const username = company.managers[0]?.email ?? '';
      await me.done('POST /login', { body: { username, password: PASSWORD, tz: DAYTIME_ZONE } });
      for (let round = 1; round <= ROUNDS; round += 1) await writeAndRead(me, company, round);
    });
    await Promise.all(companies);
  });
}
