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

  it('have only the rows with the searched text in their name', { tags: ['decision-9.44'] }, async () => {
    await manager.post('/goals/addgoal', { name: 'Weekend', hourlySales: '1', hourlyDecisions: '1' });
    await manager.post('/jobaids/addjobaid', { name: 'Prices', url: 'https://example.com/prices' });
    await manager.post('/jobaids/addjobaid', { name: 'Opening line', url: 'https://example.com/opening' });
    const namesAt = async (path: string) => {
      const { status, body } = await manager.get(path);
      expect(status).toBe(200);
      return body.requestedData.map((row: Partial<Record<string, string>>) =>
        [row.first_name ?? row.name ?? row.campaign_name, row.last_name].filter(Boolean).join(' '),
      );
    };
    const searched = [
      '/campaigns/getcampaigns/all',
      `/goals/getcampaigns/${goalId}`,
      '/goals/getgoals/all',
      '/jobaids/getjobaids',
      '/employees/getemployees/all',
      `/employees/getsubordinates/${company.owner.employeeId}`,
      `/campaigns/getemployees/${company.campaignId}`,
      '/audit/names',
    ];
    for (const path of searched) {
      const whole: string[] = await namesAt(path);
      const part = String(whole[0]).slice(1, 4).toUpperCase();
      const found = whole.filter((name) => name.toUpperCase().includes(part));
      expect([path, await namesAt(`${path}?search=${encodeURIComponent(part)}`)]).toEqual([path, found]);
      expect([path, await namesAt(`${path}?search=no%20such%20name`)]).toEqual([path, []]);
    }
    expect(await namesAt('/campaigns/getcampaigns/all?search=ALPHA')).toEqual(['alpha', 'Alpha']);
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
