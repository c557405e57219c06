import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { asText } from './dashboard.ts';
import { eventually, readyDashboard, recordSale, restBillboard } from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;
let associate: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
});
beforeEach(async () => {
  const campaigns = [{ name: 'Solar' }, { name: 'Wind' }];
  company = await program.seedCompany({ associates: 2, campaigns });
  manager = await program.signIn(company.managers[0]?.email ?? '');
  associate = await program.signIn(company.associates[0]?.email ?? '');
  // Both are on the billboard: one by a login, the other also by a sale.
  await program.signIn(company.associates[1]?.email ?? '');
  await recordSale(associate, company);
});
afterAll(() => program.stop());

const [FIRST, SECOND] = [0, 1];
const personId = (at: number) => company.associates[at]?.employeeId ?? '';
const campaignId = (at: number) => company.campaigns[at]?.campaignId ?? '';
const edit = (at: number, change: Record<string, string>) =>
  manager.patch(`/api/campaigns/editcampaign/${campaignId(at)}`, change);

it('a renamed campaign has its new name on every open billboard of the company', async () => {
  const dashboards = [await readyDashboard(program, manager), await readyDashboard(program, associate)];
  expect(dashboards[0]?.board()?.rows.get(personId(FIRST))).toMatchObject({ campaign_name: 'Solar' });
  expect((await edit(FIRST, { name: 'Lunar' })).status).toBe(200);
  for (const dashboard of dashboards) {
    await eventually(() => {
      expect(dashboard.board()?.rows.get(personId(FIRST))).toMatchObject({
        campaign_name: 'Lunar',
        sales: 1,
      });
      expect(dashboard.board()?.rows.get(personId(SECOND))).toMatchObject({ campaign_name: 'Wind' });
    });
    const board = dashboard.board();
    expect(asText(board?.rows.values() ?? [])).toBe(asText(await restBillboard(manager, board?.date ?? '')));
    expect(dashboard.gaps).toEqual([]);
  }
});

it('the next sale does not bring the old name back', async () => {
  const dashboard = await readyDashboard(program, manager);
  await edit(FIRST, { name: 'Stellar' });
  await recordSale(associate, company, { price: '50' });
  await eventually(() =>
    expect(dashboard.board()?.rows.get(personId(FIRST))).toMatchObject({
      ...{ campaign_name: 'Stellar', sales: 2 },
    }),
  );
});

it('another company receives nothing of it', async () => {
  const other = await program.seedCompany();
  const stranger = await program.signIn(other.managers[0]?.email ?? '');
  const theirs = await readyDashboard(program, stranger);
  const before = theirs.messages.length;
  const ours = await readyDashboard(program, manager);
  await edit(SECOND, { name: 'Gale' });
  await eventually(() =>
    expect(ours.board()?.rows.get(personId(SECOND))).toMatchObject({ campaign_name: 'Gale' }),
  );
  // Their own news still arrive, and are the first ones.
  await recordSale(stranger, other);
  await eventually(() => expect(theirs.news()).toHaveLength(1));
  const billboards = theirs.messages.slice(before).filter(({ topic }) => topic === 'billboard');
  expect(JSON.stringify(billboards)).not.toContain('Gale');
});

it('a changed goal shows in the day of every employee on it, with the next read', async () => {
  const [goal] = (await manager.get('/api/goals/getgoals/all')).body.requestedData;
  await manager.patch(`/api/goals/editgoal/${goal.id}`, { hourlySales: '7.5' });
  await eventually(async () => {
    const { requestedData } = (await associate.get('/api/employees/getemployee')).body;
    expect(requestedData).toMatchObject([{ hourlysales: 7.5, hourlydecisions: goal.hourly_decisions }]);
  });
});
