import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import {
  banner,
  expectLeave,
  factsOn,
  heading,
  rowOf,
  soon,
  waitForSuccess,
} from '#tests/support/browser/screen-steps.ts';

const world = browserWorld();

const AIDS = '/layout/alljobaids';

async function fillIn(page: Page, name: string, link: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Link').fill(link);
}

/** A company of one test alone, with these job aids. */
async function companyWith(aids: Readonly<Record<string, string>> = {}) {
  const { owner, managers, associates, campaigns } = await world.program.seedCompany();
  const boss = await world.signIn(owner);
  for (const [name, url] of Object.entries(aids)) await boss.post('/api/jobaids/addjobaid', { name, url });
  return { boss, manager: managers[0], associate: associates[0], campaign: campaigns[0] };
}

const OBJECTIONS = { Objections: 'https://www.northlight.test/objections' };
const PRICES = { 'Price list': 'http://prices.example.test' };

describe('job aids', () => {
  test('are added by a manager, with errors for missing fields', {
    tags: ['spec-2.51', 'spec-8.27', 'spec-9.11', 'decision-8.2', 'decision-8.13'],
  }, async () => {
    const { manager } = await companyWith();
    const { page, complaints } = await world.openAt(AIDS, manager);
    await page.getByText('No job aids yet').waitFor();
    await page.getByRole('link', { name: 'Add job aid' }).first().click();
    await page.getByLabel('Link').press('Enter');
    await banner(page).getByText('Make sure all input fields are complete').waitFor();
    await fillIn(page, 'Objections', 'javascript:alert(1)');
    await page.getByLabel('Link').press('Enter');
    await banner(page).getByText('Enter a web address that starts with http').waitFor();
    // A misleading address that only the server detects.
    await page.getByLabel('Link').fill('https://northlight.test@evil.test/');
    await page.getByLabel('Link').press('Enter');
    await banner(page).getByText('Failed to add data.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Objections');
    await page.getByLabel('Link').fill('https://www.northlight.test/objections');
    await expectLeave(page, 800, AIDS, async () => {
      await page.getByRole('button', { name: 'Add job aid' }).click();
      await waitForSuccess(page, 'Data saved successfully');
    });
    await rowOf(page, /Objections/).waitFor();
    await page.goto('/layout/addjobaid');
    await fillIn(page, 'Price list', 'http://prices.example.test');
    await page.getByRole('button', { name: 'Add job aid' }).click();
    await page.waitForURL(`**${AIDS}`);
    await rowOf(page, /Price list/).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['No', 'Name', 'Link', 'Actions']);
    await soon(() => page.getByRole('row').count()).toBe(3);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('are searched and opened by an associate, who cannot change them', {
    tags: ['spec-2.51', 'spec-2.52', 'spec-5.38', 'decision-8.13'],
  }, async () => {
    const { associate } = await companyWith({ ...OBJECTIONS, ...PRICES });
    const { page } = await world.openAt(AIDS, associate);
    const link = rowOf(page, /Objections/).getByRole('link');
    await link.waitFor();
    expect(await link.textContent()).toContain('northlight.test');
    expect(await link.getAttribute('href')).toBe('https://www.northlight.test/objections');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener');
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['No', 'Name', 'Link']);
    expect(await page.getByRole('link', { name: 'Add job aid' }).count()).toBe(0);

    await page.keyboard.press('/');
    await page.keyboard.type('PRICE');
    await rowOf(page, /Objections/).waitFor({ state: 'hidden' });
    await soon(() => page.getByRole('row').count()).toBe(2);
    await page.keyboard.type('less');
    await page.getByText('No job aid is called “PRICEless”').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, /Objections/).waitFor();
    for (const address of ['/layout/addjobaid', '/layout/alljobaids/edit/x']) {
      await page.goto(address);
      await page.getByText('You do not have access to this page.').waitFor();
    }
  });

  test('are edited and deleted by a manager', {
    tags: ['spec-2.51', 'spec-2.52', 'spec-4.11', 'spec-9.11'],
  }, async () => {
    const { manager } = await companyWith(OBJECTIONS);
    const { page, complaints } = await world.openAt(AIDS, manager);
    await page.getByRole('link', { name: 'Edit Objections' }).click();
    await page.waitForURL('**/layout/alljobaids/edit/*');
    await page.reload();
    await soon(() => page.getByLabel('Link').inputValue()).toBe('https://www.northlight.test/objections');
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save job aid' }).click();
    await banner(page).getByText('Make sure all input fields are complete').waitFor();
    await page.getByLabel('Name').fill('Too expensive?');
    await expectLeave(page, 800, AIDS, async () => {
      await page.getByLabel('Name').press('Enter');
      await waitForSuccess(page, 'Data updated successfully');
    });
    const row = rowOf(page, /Too expensive/);
    await row.getByRole('button', { name: 'Delete Too expensive?', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.getByText('This action is irreversible.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    // While the deletion runs the dialog stays, however often Esc is pressed, and the page behind it does not scroll.
    const deletion = Promise.withResolvers<void>();
    await page.route('**/api/jobaids/delete/*', async (route) => {
      await deletion.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 240 });
    await row.getByRole('button', { name: 'Delete' }).click();
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    await page.mouse.wheel(0, 200);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Deleting…' }).waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await dialog.isVisible()).toBe(true);
    expect(await scrolled()).toBe(before);
    deletion.resolve();
    await waitForSuccess(page, 'Job aid deleted');
    await dialog.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.waitFor({ state: 'hidden' });
    await page.goto('/layout/alljobaids/edit/gone');
    await banner(page).getByText('This job aid does not exist').waitFor();
    expect(complaints).toEqual([]);
  });

  test('that cannot be deleted stay, and the page says why', {
    tags: ['spec-5.38', 'spec-8.28'],
  }, async () => {
    const { boss, manager, campaign } = await companyWith(PRICES);
    const { page } = await world.openAt(AIDS, manager);
    const remove = async () => {
      await rowOf(page, /Price list/)
        .getByRole('button', { name: 'Delete' })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    };
    await page.route('**/api/jobaids/delete/*', (route) => route.abort());
    await remove();
    await banner(page).getByText('failed to delete aid').waitFor();
    await page.unroute('**/api/jobaids/delete/*');

    // The person is no manager any more, and the page does not hear of it: else it takes its buttons away.
    await page.route('**/api/employees/getemployee', () => {});
    const demoted = { employeeRole: 'sales associate', campaignId: campaign?.campaignId ?? '' };
    const path = `/api/employees/editemployee/${manager?.employeeId}`;
    expect((await boss.patch(path, demoted)).status).toBe(200);
    // By the session of the page: each may keep its rights for half a second.
    await soon(async () => (await page.request.get('/api/goals/getgoals/all')).status()).toBe(403);
    await remove();
    await banner(page).getByText('Only supervisors can delete job aids').waitFor();
    await page.unroute('**/api/employees/getemployee');
    await page.reload();
    await rowOf(page, /Price list/).waitFor();
  });
});

test('the profile lists the person’s sessions, and ends those elsewhere', {
  tags: ['spec-2.50'],
}, async () => {
  const me = world.people[3];
  const here = await world.openAs(me);
  const there = await world.openDashboard(me);
  const phone = await world.openDashboard(me);
  await here.page.goto('/layout/myprofile');
  await heading(here.page, 'My Profile');
  // Live, a moment after the others.
  await soon(async () => (await factsOn(here.page)).values.at(7)).toMatch(/^\d+:\d\d/);
  const { names, values } = await factsOn(here.page);
  expect(names).toEqual([
    ...['First Name', 'Last Name', 'Email', 'Campaign', 'Employee Number', 'Employee Role'],
    ...['Sales Per Hour', 'Logged In At'],
  ]);
  expect(values.slice(0, 6)).toEqual([
    ...['Noah', 'Bergström', me?.email.toLowerCase(), 'Solar Roofs', 'N-107', 'sales associate'],
  ]);
  expect(values.at(6)).toMatch(/^\d+\.\d\d$/);
  expect(await here.page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  const table = here.page.getByRole('table');
  await table.getByText('This one').waitFor();
  expect(await table.getByRole('row').nth(1).textContent()).toContain('This one');
  // The three sessions, and the one that seeded the company.
  const signOut = table.getByRole('button', { name: 'Sign out' });
  await soon(() => signOut.count()).toBe(3);

  await signOut.first().click();
  await waitForSuccess(here.page, 'Signed out there');
  await soon(() => signOut.count()).toBe(2);
  // The latest of the other sessions.
  await phone.page.getByRole('button', { name: 'Log in' }).waitFor();
  await there.page.reload();
  await heading(there.page, 'Daily Billboard');
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await waitForSuccess(here.page, 'Signed out everywhere else');
  await there.page.getByRole('button', { name: 'Log in' }).waitFor();
  await soon(() => signOut.count()).toBe(0);
  expect(await here.page.getByRole('button', { name: 'Sign out everywhere else' }).count()).toBe(0);
  await here.page.reload();
  await heading(here.page, 'My Profile');
  expect(here.complaints).toEqual([]);
});
