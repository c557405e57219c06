import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { heading, rowOf, soon, waitForSuccess } from '#tests/support/browser/screen-steps.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';

const world = browserWorld();

const today = localDate(new Date().toISOString(), DAYTIME_ZONE);

/** A Closed sale of the first associate, recorded some days ago: Solar Roofs pays 12% after 13% tax. */
async function sellBefore(days: number, name: string, price: string): Promise<void> {
  const { core, progress } = world.program;
  const { company, people } = world.team;
  const { employeeId = '' } = people[0] ?? {};
  const sale = {
    name,
    price,
    status: 'Closed',
    employeeId,
    campaignId: company.campaigns[0]?.campaignId ?? '',
  };
  const now = new Date().toISOString();
  await done(
    core.commands.sales.recordSale(contextOf(company.companyId, { actorId: employeeId, now }), {
      ...{ ...sale, entryDate: daysBefore(today, days), actorIsManager: false },
    }),
  );
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payable = (page: Page) => page.getByTestId('payable');

test('a sale of last week is approved, paid and adjusted', async () => {
  await sellBefore(3, 'Old roof', '1000');

  const seller = await world.openAt('/layout/my-pay', world.people[0]);
  await seller.page.getByText('Your company has not set how often it pays').waitFor();

  const owner = await world.openAt('/layout/payroll', world.team.company.owner);
  await owner.page.getByRole('link', { name: 'Set the pay schedule' }).click();
  await heading(owner.page, 'Pay settings');
  expect(await owner.page.getByLabel('Time zone').inputValue()).toBe(DAYTIME_ZONE);
  await owner.page.getByLabel('How often you pay').selectOption('Weekly');
  await owner.page.getByLabel('First day').fill(daysBefore(today, 7));
  await owner.page.getByText('The first period:').waitFor();
  await button(owner.page, 'Save schedule').click();
  await waitForSuccess(owner.page, 'Pay schedule saved');
  await owner.page.getByLabel('Days after payment').fill('30');
  await button(owner.page, 'Save clawback').click();
  await waitForSuccess(owner.page, 'Clawback window saved');

  const manager = await world.openAt('/layout/payroll', world.team.manager);
  const amara = rowOf(manager.page, /Amara Okafor/);
  // (1000 − 13%) × 12% = 104.40
  await amara.getByText('In review').waitFor();
  await manager.page.getByTestId('missing').getByText('Missing: 1 statement to approve.').waitFor();
  await button(manager.page, 'Approve the statement of Amara Okafor').click();
  await waitForSuccess(manager.page, '1 statement approved');
  await button(manager.page, 'Return the statement of Amara Okafor to review').click();
  await manager.page.getByLabel('Reason, which the person reads').fill('Two doubts');
  await button(manager.page, 'Return to review').click();
  await amara.getByText('Returned to review: Two doubts').waitFor();
  await button(manager.page, 'Approve all').click();
  await amara.getByText('Approved').waitFor();
  expect(await button(manager.page, 'Lock and pay').count()).toBe(0);

  await owner.page.goto('/layout/payroll');
  await button(owner.page, 'Lock and pay').click();
  const dialog = owner.page.getByRole('dialog', { name: 'Lock and pay?' });
  await dialog.getByText('1 person, $104.40 in all').waitFor();
  await button(owner.page, 'Lock and pay').last().click();
  await waitForSuccess(owner.page, '1 statement locked and paid');
  await owner.page.getByText('All is paid.').waitFor();
  const file = await owner.page.getByRole('link', { name: 'Payroll file (CSV)' }).getAttribute('href');
  const csv = await (await owner.context.request.get(file ?? '')).text();
  expect(csv).toContain('Amara Okafor');
  expect(csv).toContain('104.4');

  await seller.page.goto('/layout/my-pay');
  await seller.page.getByText('Up to $104.40 can still be taken back, nothing after').waitFor();
  await rowOf(seller.page, /Paid.*\$104\.40/)
    .getByRole('link')
    .click();
  await seller.page.getByText(/Paid on .*, approved by/).waitFor();
  await payable(seller.page).getByText('$104.40').waitFor();
  await rowOf(seller.page, /Old roof/)
    .getByRole('link')
    .click();
  await heading(seller.page, 'Old roof');
  await seller.page.getByRole('link', { name: 'Edit' }).click();
  await seller.page.getByLabel('Price').fill('2000');
  await seller.page.getByLabel('Price').press('Enter');
  await waitForSuccess(seller.page, 'Data updated successfully');
  await seller.page.goto('/layout/my-pay');
  await rowOf(seller.page, /Old roof.*Adjustment.*\$104\.40/).waitFor();
  await seller.page.getByText('A sale changed after it was paid').waitFor();
  await seller.page
    .getByText(/^Was paid at \d+ % on the statement from .*: Price from .* to \$2000\.00/)
    .waitFor();
  await rowOf(seller.page, /Paid.*\$104\.40/)
    .getByRole('link')
    .click();
  await rowOf(seller.page, /Old roof.*\$104\.40.*\$208\.80/)
    .getByRole('link')
    .click();
  await heading(seller.page, 'History of Old roof');
  for (const { complaints } of [seller, owner, manager]) expect(complaints).toEqual([]);
});

test('a manager adds a bonus, and undoes it', async () => {
  const { owner, managers, associates } = await world.program.seedCompany({ associates: 1 });
  const schedule = { rhythm: 'weekly', firstDay: daysBefore(today, 7), timeZone: DAYTIME_ZONE };
  await (await world.signIn(owner)).send('PUT', '/api/pay/schedule', schedule);
  const address = `/layout/payroll/${today}/${associates[0]?.employeeId}`;
  const { page, complaints } = await world.openAt(address, managers[0]);
  await heading(page, 'Associate1 Test');
  await payable(page).waitFor();
  const before = await payable(page).textContent();
  await button(page, 'Bonus or correction').click();
  await page.getByLabel('Amount').fill('−50,5,0');
  await page.getByLabel('Reason').fill('A long week');
  await button(page, 'Add').click();
  await page.getByText('Enter an amount from').first().waitFor();
  await page.getByLabel('Amount').fill('50.50');
  await page.getByLabel('Amount').press('Enter');
  await waitForSuccess(page, 'Line added');
  await rowOf(page, /A long week.*Bonus.*\$50\.50/).waitFor();
  await button(page, 'Undo A long week').click();
  await page.getByLabel('Reason').fill('It was short');
  await page.getByLabel('Reason').press('Enter');
  await waitForSuccess(page, 'Line undone by a counter line');
  await rowOf(page, /It was short.*Undone.*-\$50\.50/).waitFor();
  await button(page, 'Undo A long week').waitFor({ state: 'detached' });
  await expect.poll(() => payable(page).textContent()).toBe(before);
  expect(complaints).toEqual([]);
});

test('a sale that has to be confirmed waits on the statement until a manager does', async () => {
  const { owner, managers, associates, campaigns } = await world.program.seedCompany({
    ...{ managers: 1, associates: 1, campaigns: [{ name: 'Solar Roofs' }] },
  });
  const schedule = { rhythm: 'weekly', firstDay: today, timeZone: DAYTIME_ZONE };
  await (await world.signIn(owner)).send('PUT', '/api/pay/schedule', schedule);
  const settings = await world.openAt('/layout/payroll/settings', owner);
  await settings.page.getByLabel('Solar Roofs').check();
  await waitForSuccess(settings.page, 'Verification saved');
  await soon(() => settings.page.getByLabel('Solar Roofs').isChecked()).toBe(true);
  const client = await world.signIn(associates[0]);
  const campaignId = campaigns[0]?.campaignId ?? '';
  await client.post('/api/sales/addsale', { name: 'Roof', price: '100', status: 'Closed', campaignId });

  const seller = await world.openAt('/layout/my-pay', associates[0]);
  await seller.page.getByText('These sales are paid once a manager confirmed them.').waitFor();
  expect(await button(seller.page, 'Confirm Roof').count()).toBe(0);
  const manager = await world.openAt('/layout/payroll', managers[0]);
  await rowOf(manager.page, /Associate1 Test.*1 sale to confirm/)
    .getByRole('link')
    .click();
  await button(manager.page, 'Confirm Roof').click();
  await waitForSuccess(manager.page, 'Sale confirmed');
  await rowOf(seller.page, /Roof.*Earned.*\$10\.00/).waitFor();
  await soon(() => seller.page.getByText('Waiting for a manager').count()).toBe(0);
  for (const { complaints } of [settings, seller, manager]) expect(complaints).toEqual([]);
});
