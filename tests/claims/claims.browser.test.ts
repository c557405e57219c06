import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { heading, rowOf, waitForSuccess } from '#tests/support/browser/screen-steps.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';

const world = browserWorld();

const today = localDate(new Date().toISOString(), DAYTIME_ZONE);

/** A company that pays weekly, whose associate has sold a roof of $1,000 at a commission of 10%. */
async function company() {
  const { core, progress } = world.program;
  const seeded = await world.program.seedCompany({ associates: 1 });
  const { companyId, owner, managers, associates, campaigns } = seeded;
  const schedule = { rhythm: 'weekly', firstDay: daysBefore(today, 7), timeZone: DAYTIME_ZONE };
  await (await world.signIn(owner)).send('PUT', '/api/pay/schedule', schedule);
  const sale = { name: 'Roof', price: '1000', status: 'Closed', employeeId: associates[0]?.employeeId ?? '' };
  const where = { campaignId: campaigns[0]?.campaignId ?? '', entryDate: today, actorIsManager: true };
  const ctx = contextOf(companyId, { now: new Date().toISOString() });
  await done(core.commands.sales.recordSale(ctx, { ...sale, ...where }));
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
  return { manager: managers[0], associate: associates[0] };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');
const claimsLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Claims/ });

test('a line is claimed to be wrong; a manager changes the sale, and that change is the answer', async () => {
  const { manager, associate } = await company();
  const person = await world.openAt('/layout/my-pay', associate);
  const boss = await world.openAt('/layout/claims', manager);
  await boss.page.getByText('No claims').waitFor();

  await rowOf(person.page, /Roof/).waitFor();
  await button(person.page, 'Roof is wrong').click();
  await person.page.getByLabel('What is wrong, for your manager').fill('It was $1,200');
  await person.page.getByLabel('What is wrong, for your manager').press('Enter');
  await main(person.page).getByText('Open claims').waitFor();
  await main(person.page).getByText('It was $1,200').waitFor();
  await claimsLink(person.page).getByText('1 open').waitFor();

  const { page } = boss;
  await claimsLink(page).getByText('1 open').waitFor();
  await main(page).getByText('It was $1,200').waitFor();
  const now = main(page).getByRole('link', { name: '$100.00' }).last();
  await now.click();
  await heading(page, 'Roof');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Price').fill('1200');
  await page.getByLabel('Price').press('Enter');
  await waitForSuccess(page, 'Data updated successfully');
  await claimsLink(page).click();
  await main(page).getByText('Price changed').waitFor();
  await button(page, 'Answer Roof').click();
  await page.getByLabel('Change that answers it').selectOption('Price changed');
  await button(page, 'Send the answer').click();
  await main(page).getByText('0 open').waitFor();

  await claimsLink(person.page).click();
  const shown = main(person.page);
  await shown.getByText('Answered by Manager1 Test').waitFor();
  await shown.getByText('Price changed').waitFor();
  await shown.getByRole('link', { name: '$120.00' }).waitFor();
  await shown.getByRole('link', { name: '$100.00' }).click();
  await heading(person.page, 'Roof');
  await main(person.page).getByText('$1,000.00').first().waitFor();
  expect(new URL(person.page.url()).search).toMatch(/^\?as-of=@\d+$/);
  await person.page.goBack();

  await button(person.page, 'Reopen Roof').click();
  await person.page.getByLabel('Why it goes on').fill('It was two roofs');
  await person.page.getByLabel('Why it goes on').press('Enter');
  await shown.getByText('Reopened by its person: It was two roofs').waitFor();
  await main(page).getByText('Reopened by its person: It was two roofs').waitFor();
  await button(page, 'Answer Roof').click();
  await page.getByLabel('Reason').fill('The contract says one');
  await page.getByLabel('Reason').press('Enter');
  await shown.getByText('The contract says one').waitFor();
  await main(person.page).getByText('0 open').waitFor();
  // Once only.
  expect(await button(person.page, 'Reopen Roof').count()).toBe(0);
  await button(page, 'Reopen Roof').waitFor();
  for (const { complaints } of [person, boss]) expect(complaints).toEqual([]);
});

test('hours that are missing are claimed for a date', async () => {
  const { associate } = await company();
  const { page, complaints } = await world.openAt('/layout/my-pay', associate);
  await button(page, 'Something is missing').click();
  await page.getByLabel('Hours', { exact: true }).check();
  await page.getByLabel('What is wrong, for your manager').press('Enter');
  await page.getByText('Make sure all input fields are complete').first().waitFor();
  await page.getByLabel('What is wrong, for your manager').fill('Two hours more');
  await button(page, 'Send the claim').click();
  await main(page).getByText('Two hours more').waitFor();
  await claimsLink(page).click();
  await main(page).getByText('1 open').waitFor();
  await main(page)
    .getByRole('heading', { name: /^Hours on / })
    .waitFor();
  expect(complaints).toEqual([]);
});
