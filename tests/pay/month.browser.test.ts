import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { download, fileReader } from '#tests/support/browser/offline-file.ts';
import { rowOf, waitForSuccess } from '#tests/support/browser/screen-steps.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';

const world = browserWorld();

const today = localDate(new Date().toISOString(), DAYTIME_ZONE);
const thisMonth = `${today.slice(0, 7)}-01`;
const lastDay = daysBefore(thisMonth, 1);
const lastMonth = `${lastDay.slice(0, 7)}-01`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');

/** Twelve people: an owner, two managers and nine associates; each associate sold a roof of $1,000 last month. */
async function company() {
  const { core, progress } = world.program;
  const campaigns = [{ name: 'Roofs' }, { name: 'Checked' }];
  const seeded = await world.program.seedCompany({ managers: 2, associates: 9, campaigns });
  const { companyId, owner, managers, associates } = seeded;
  const [roofs = '', checked = ''] = seeded.campaigns.map(({ campaignId }) => campaignId);
  const client = await world.signIn(owner);
  const schedule = { rhythm: 'monthly', firstDay: lastMonth, timeZone: DAYTIME_ZONE };
  expect((await client.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  await client.send('PUT', '/api/pay/verification', { campaignId: checked, required: 'true' });
  async function sold({ employeeId }: SeededPerson, name: string, campaignId: string): Promise<void> {
    const sale = { name, price: '1000', status: 'Closed', employeeId, campaignId, entryDate: lastDay };
    const ctx = contextOf(companyId, { actorId: employeeId, now: new Date().toISOString() });
    await done(core.commands.sales.recordSale(ctx, { ...sale, actorIsManager: false }));
  }
  for (const person of [...associates, ...managers.slice(0, 1)]) await sold(person, 'Roof', roofs);
  const [ada, bo] = associates as [SeededPerson, SeededPerson];
  await sold(bo, 'Checked roof', checked);
  await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
  const [mona, max] = managers as [SeededPerson, SeededPerson];
  return { owner, mona, max, ada, bo };
}

/** Ada says that her roof cost more, and Mona changes it, which answers the claim. */
async function claim({ ada, mona }: { ada: SeededPerson; mona: SeededPerson }): Promise<void> {
  const person = await world.openAt(`/layout/my-pay/${lastMonth}`, ada);
  await button(person.page, 'Roof is wrong').click();
  await person.page.getByLabel('What is wrong, for your manager').fill('It was $1,200');
  await button(person.page, 'Send the claim').click();
  await main(person.page).getByText('It was $1,200').waitFor();

  const { page, complaints } = await world.openAt('/layout/claims', mona);
  await main(page).getByRole('link', { name: '$100.00' }).last().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Price').fill('1200');
  await page.getByLabel('Price').press('Enter');
  await waitForSuccess(page, 'Data updated successfully');
  await page.goto('/layout/claims');
  await button(page, 'Answer Roof').click();
  await page.getByLabel('Change that answers it').selectOption('Price changed');
  await button(page, 'Send the answer').click();
  await main(page).getByText('0 open').waitFor();
  await main(person.page).getByText('$120.00').first().waitFor();
  expect([...complaints, ...person.complaints]).toEqual([]);
}

test('a month of twelve people is claimed, corrected, confirmed, approved by two, paid and adjusted', async () => {
  const people = await company();
  await claim(people);

  // Mona corrects and confirms, and approves all but her own.
  const mona = await world.openAt(`/layout/payroll/${lastMonth}/${people.bo.employeeId}`, people.mona);
  await button(mona.page, 'Confirm Checked roof').click();
  await waitForSuccess(mona.page, 'Sale confirmed');
  await button(mona.page, 'Bonus or correction').click();
  await mona.page.getByLabel('Correction', { exact: true }).check();
  await mona.page.getByLabel('Amount').fill('-5');
  await mona.page.getByLabel('Reason').fill('Paid twice in cash');
  await button(mona.page, 'Add').click();
  await waitForSuccess(mona.page, 'Line added');
  await mona.page.goto(`/layout/payroll/${lastMonth}`);
  await button(mona.page, 'Approve all').click();
  await mona.page
    .getByTestId('missing')
    .getByText('Missing: 1 statement to approve, 9 statements to lock and pay.')
    .waitFor();
  const max = await world.openAt(`/layout/payroll/${lastMonth}`, people.max);
  await button(max.page, 'Approve the statement of Manager1 Test').click();
  await waitForSuccess(max.page, '1 statement approved');

  // Ten people with $100.00 each, $20.00 more for Ada's roof, $95.00 more for Bo.
  const owner = await world.openAt(`/layout/payroll/${lastMonth}`, people.owner);
  await button(owner.page, 'Lock and pay').click();
  await owner.page
    .getByRole('dialog', { name: 'Lock and pay?' })
    .getByText('10 people, $1,115.00 in all')
    .waitFor();
  await button(owner.page, 'Lock and pay').last().click();
  await owner.page.getByText('All is paid.').waitFor();
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-'));
  const file = await download(owner.page, 'Payroll file (CSV)', folder);
  const rows = readFileSync(file, 'utf8').trim().split('\r\n').slice(1);
  expect(rows).toHaveLength(10);
  expect(rows.filter((row) => row.endsWith(',100,0,0,0,100,0'))).toHaveLength(8);
  expect(rows.filter((row) => row.endsWith(',200,0,-5,0,195,0'))).toHaveLength(1);

  // Ada's roof is cheaper after payday: an adjustment of this month, and nothing changes in the last.
  const ada = await world.openAt(`/layout/my-pay/${lastMonth}`, people.ada);
  await ada.page.getByTestId('payable').getByText('$120.00').waitFor();
  await rowOf(ada.page, /Roof/).getByRole('link').first().click();
  await ada.page.getByRole('link', { name: 'Edit' }).click();
  await ada.page.getByLabel('Price').fill('700');
  await ada.page.getByLabel('Price').press('Enter');
  await waitForSuccess(ada.page, 'Data updated successfully');
  await ada.page.goto('/layout/my-pay');
  await rowOf(ada.page, /Roof.*Adjustment.*-\$50\.00/).waitFor();
  await ada.page.goto(`/layout/my-pay/${lastMonth}`);
  await ada.page.getByTestId('payable').getByText('$120.00').waitFor();

  // What is sealed is in the page, which needs no network.
  const { store, pool } = world.program.core;
  const head = await store.head();
  const sealed = async () =>
    (await pool.query('SELECT max(position) AS position FROM seal_links')).rows[0].position;
  await expect.poll(sealed).toBeGreaterThanOrEqual(head);
  const opened = await fileReader(world);
  const text = await opened(await download(ada.page, 'Download, checks itself', folder));
  expect(text).toContain('Everything holds');
  expect(text).toMatch(/Statement of [\s\S]*Paid: \$120\.00[\s\S]*Roof\s+Earned\s+\$120\.00\s+\$120\.00/);
  const bo = await world.openAt(`/layout/my-pay/${lastMonth}`, people.bo);
  const corrected = await opened(await download(bo.page, 'Download, checks itself', folder));
  expect(corrected).toMatch(/Everything holds[\s\S]*Paid twice in cash\s+Correction\s+–\s+-\$5\.00/);
  rmSync(folder, { recursive: true });
  for (const { complaints } of [mona, max, owner, ada, bo]) expect(complaints).toEqual([]);
});
