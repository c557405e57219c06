import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { allProjections } from '#projections/all.projections.ts';
import { reusable } from '#services/main/reuse.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { type ApiUnderTest, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

/** Finds every read-model table that a query mentions, however it is written. */
const TABLE = /"name":"read"\},"identifier":\{"kind":"IdentifierNode","name":"(\w+)"|\bread\.(\w+)/g;
const modelOfTable = new Map(
  allProjections.flatMap(({ name, tables }) => Object.values(tables).map((table) => [table.name, name])),
);

let database: TestDatabase;
let api: ApiUnderTest;
let company: Company;
let goalId: string;
let people: HttpClient[];
let asked: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  asked = new Set();
  const listen: KyselyPlugin = {
    transformQuery({ node }) {
      for (const [, name, raw] of JSON.stringify(node).matchAll(TABLE)) asked.add(name ?? raw ?? '');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  api = await startApi(database.url, { reads: (real) => real.withPlugin(listen) });
  company = await api.company();
  const manager = await api.signedIn(company.manager);
  people = [manager, await api.signedIn(company.owner), await api.signedIn(company.associate)];
  const { campaignId } = company;
  await people[2]?.post('/sales/addsale', { name: 'One', campaignId, price: '100', status: 'Closed' });
  await manager.post('/jobaids/addjobaid', { name: 'How to sell', url: 'https://example.test/' });
  goalId = (await manager.get('/goals/getgoals/all')).body.requestedData[0].id;
  // A person who wrote none of it sees all of it, too.
  expect(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)).toBe(true);
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

function pathsTo({ path }: Endpoint): string[] {
  const associate = company.associate.employeeId;
  const ids: Record<string, string> = { goals: goalId, campaigns: company.campaignId };
  const today = new Date().toISOString().slice(0, 10);
  const filled = path
    .replace('{id}', ids[path.split('/')[1] ?? ''] ?? associate)
    .replace('{date}', today)
    .replace('getlogsbyid&date', `getlogsbyid&date?id=${associate}&date=${today}`);
  return path.startsWith('/sales/getsales') ? [filled, `${filled}?employeeId=${associate}`] : [filled];
}

const cases = [...reusable].map(([endpoint, reuse]) => ({ path: endpoint.path, endpoint, reuse }));

describe('a reusable reply', () => {
  it.each(cases)('declares every table it is made from: $path', async ({ endpoint, reuse }) => {
    asked = new Set();
    for (const path of pathsTo(endpoint)) {
      // A URL not requested before, so that the database is read.
      const reply = await people[0]?.get(`${path}${path.includes('?') ? '&' : '?'}first=time`);
      expect(reply?.status).toBe(200);
    }
    const models = new Set([...asked].map((table) => modelOfTable.get(table)));
    expect([...models].sort()).toEqual([...reuse.madeFrom].sort());
  });

  it.each(cases.filter(({ reuse }) => reuse.sameFor !== 'caller'))(
    'is equal for all people of the company who are in the same zone: $path',
    async ({ endpoint }) => {
      for (const path of pathsTo(endpoint)) {
        const separator = path.includes('?') ? '&' : '?';
        const replies = await Promise.all(people.map((one, at) => one.get(`${path}${separator}who=${at}`)));
        const allowed = replies.filter(({ status }) => status === 200).map(({ body }) => body);
        expect(allowed.length).toBeGreaterThan(1);
        expect(new Set(allowed.map((body) => JSON.stringify(body))).size).toBe(1);
      }
    },
  );

  it('is refused to people without access, however often others received it', {
    tags: ['asvs-14.2.2'],
  }, async () => {
    const [manager, , associate] = people;
    for (const path of [
      `/logs/getlogs/${company.colleague.employeeId}`,
      `/sales/getsales/all?employeeId=${company.colleague.employeeId}`,
      `/sales/get-commission/${company.colleague.employeeId}`,
      '/goals/getgoals/all',
      '/employees/getemployees/all',
    ]) {
      expect((await manager?.get(path))?.status).toBe(200);
      expect((await associate?.get(path))?.status).toBe(403);
    }
  });

  it('differs between companies for the same URL', async () => {
    const other = await api.company();
    const stranger = await api.signedIn(other.manager);
    for (const path of [
      '/campaigns/getcampaigns/all',
      '/employees/getemployees/all',
      '/jobaids/getjobaids',
    ]) {
      const own = await people[0]?.get(path);
      expect(own?.body.requestedData.length).toBeGreaterThan(0);
      expect((await stranger.get(path)).body).not.toEqual(own?.body);
    }
  });
});
