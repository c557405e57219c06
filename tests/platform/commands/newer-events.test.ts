import { beforeAll, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import type { JsonObject } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

const api = apiWorld();
let company: Company;
let manager: HttpClient;
let associate: HttpClient;
beforeAll(async () => {
  company = await api.company();
  manager = await api.signedIn(company.manager);
  associate = await api.signedIn(company.associate);
});

/** What a newer version of the program would write during a deploy. */
async function appendNewer(stream: string, type: string, data: JsonObject = {}): Promise<void> {
  const [id, commandId, correlationId] = [newId(), newId(), newId()];
  const { companyId } = company;
  const at = new Date().toISOString();
  const metadata = { companyId, actorId: null, commandId, correlationId, at, origin: 'api' };
  await api.store.append(stream, [{ id, type, version: 99, data, metadata }], 'any');
}

const sell = () =>
  associate.post('/sales/addsale', { name: 'Roof', price: '10', campaignId: company.campaignId });
const addGoal = () => manager.post('/goals/addgoal', { name: 'Goal', hourlySales: '2' });
const addPerson = () => {
  const person = { firstName: 'New', lastName: 'Person', username: `${newId()}@example.test` };
  const { campaignId } = company;
  const job = { employeeNumber: '7', employeeRole: 'sales associate', password: 'aB3dE5gH7j', campaignId };
  return manager.post('/employees/addemployee', { ...person, ...job });
};

it('an event of a newer version refuses only the commands that need it', async () => {
  const { body } = await sell();
  const id: string = body.requestedData[0].id;
  await appendNewer(streams.organization(company.companyId), 'GoalPainted');
  await appendNewer(streams.sale(company.companyId, id), 'SalePainted');
  expect((await addGoal()).status).toBe(200);
  expect((await associate.patch(`/sales/editsale/${id}`, { status: 'Closed', price: '20' })).status).toBe(
    200,
  );

  await appendNewer(streams.organization(company.companyId), 'GoalEdited');
  await appendNewer(streams.sale(company.companyId, id), 'SaleEdited');
  expect((await sell()).status).toBe(200);
  const added = await addPerson();
  expect(added.status).toBe(200);
  expect(JSON.stringify((await manager.get('/employees/getemployees/all')).body)).toContain(
    added.body.requestedData[0].id,
  );
  for (const refused of [
    await addGoal(),
    await associate.patch(`/sales/editsale/${id}`, { status: 'Closed', price: '30' }),
  ]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
  }
});
