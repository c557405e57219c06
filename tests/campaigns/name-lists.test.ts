import { beforeAll, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

const api = apiWorld();
let company: Company;
let manager: HttpClient;
let goalId: string;
beforeAll(async () => {
  company = await api.company();
  manager = await api.signedIn(company.manager);
  goalId = (await manager.get('/goals/getgoals/all')).body.requestedData[0].id;
});

describe('the lists of campaigns and people in pages', () => {
  beforeAll(async () => {
    for (const name of ['zebra', 'Ärger', 'alpha', 'Alpha'])
      await manager.post('/campaigns/addcampaign', { name, commission: 10, goalId });
  });
  const lists = () => [
    '/campaigns/getcampaigns/all',
    `/campaigns/getemployees/${company.campaignId}`,
    `/goals/getcampaigns/${goalId}`,
  ];

  it('have each row once in the order of the whole list', { tags: ['decision-9.5'] }, async () => {
    for (const path of lists()) {
      const whole = (await manager.get(path)).body.requestedData;
      expect(whole.length).toBeGreaterThan(2);
      const seen = [];
      let query = '?limit=1';
      while (query !== '') {
        const { requestedData, nextCursor } = (await manager.get(path + query)).body;
        expect(requestedData).toHaveLength(1);
        seen.push(...requestedData);
        query = nextCursor ? `?limit=1&cursor=${nextCursor}` : '';
      }
      expect(seen).toEqual(whole);
    }
  });

  it('show only their own rows for the cursor of another list', async () => {
    for (const from of lists()) {
      const { nextCursor } = (await manager.get(`${from}?limit=1`)).body;
      for (const path of lists()) {
        const whole = (await manager.get(path)).body.requestedData;
        const { status, body } = await manager.get(`${path}?cursor=${nextCursor}`);
        expect(status).toBe(200);
        expect(whole).toEqual(expect.arrayContaining(body.requestedData));
      }
    }
  });
});
