import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { LEAVE_AFTER_MS } from '../../web/src/kit/forms/leave-screen.hooks.ts';

const world = browserWorld();

test('leaving unsaved work asks first: by a link, by Back, by a reload and by logging out', async () => {
  const { page } = await world.openAt('/layout/allgoals', world.team.manager);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Half typed');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = question.getByRole('button', { name: 'Stay here' });

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await stay.click();
  await page.goBack();
  await stay.click();
  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await page.getByTitle('Your menu').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await stay.click();
  expect(await name.inputValue()).toBe('Half typed');

  await name.fill(before);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  await page.goBack();
  await name.fill('Half typed');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await name.waitFor({ state: 'hidden' });
});

test('work that is saved while the question is open is left without an answer', async () => {
  const { page } = await world.openAt('/layout/addgoal', world.team.manager);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/goals/addgoal', async (route) => {
    await held.promise;
    await route.fallback();
  });
  // The dashboard loads for longer than the form waits before it leaves for All Goals.
  await page.route('**/dashboard.view-*.js', async (route) => {
    await setTimeout(LEAVE_AFTER_MS.edit + 200);
    await route.fallback();
  });
  await page.getByLabel('Name', { exact: true }).fill('Late');
  await page.getByLabel('Sales Hourly').fill('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Adding…' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  held.resolve();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
});

test('a half-typed sale survives a reload, but not the next person on the same device', async () => {
  const { page } = await world.openAt('/layout/newsale', world.people[0]);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half typed');
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Half typed');
  await page.getByTitle('Your menu').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(`${world.program.url}/`);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half typed');
});
