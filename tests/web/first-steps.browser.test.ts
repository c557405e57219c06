import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();

test('the first steps of a company follow what is done elsewhere, and go when all are done', async () => {
  const company = await world.program.seedCompany({ managers: 0, associates: 0, campaigns: [] });
  const { page } = await world.openDashboard(company.owner);
  const steps = page.getByRole('region', { name: 'First steps' });
  const left = () => steps.getByRole('status').innerText();
  const next = () => steps.locator('[aria-current=step]').getByRole('heading').innerText();
  const elsewhere = await world.signIn(company.owner);
  const goals = await elsewhere.get('/api/goals/getgoals/all');
  await soon(left).toBe('3 steps left');

  const campaign = { name: 'Solar', commission: '10', tax: '0', goalId: goals.body.requestedData[0].id };
  const { body } = await elsewhere.post('/api/campaigns/addcampaign', campaign);
  const campaignId = body.requestedData[0].campaign_id;
  await soon(next).toBe('Add your people');
  const added = await elsewhere.post('/api/employees/addemployee', {
    firstName: 'First',
    lastName: 'Seller',
    username: `first.${company.companyId}@example.test`,
    password: 'a long enough one',
    employeeRole: 'sales associate',
    campaignId,
  });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  await soon(left).toBe('One step left');
  await elsewhere.post('/api/sales/addsale', { name: 'Roof', campaignId, price: '100', status: 'Lead' });
  await steps.waitFor({ state: 'hidden' });
  expect(await page.getByRole('main').innerText()).toContain('Daily Billboard');
});
