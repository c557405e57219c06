import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '../../web/src/kit/paths.ts';
import { type ShellWorld, title } from './shell-world.ts';

export function comfortSuite({ world, open }: ShellWorld): void {
  describe('keys', () => {
    const here = (page: Page) => new URL(page.url()).pathname;

    test('n, /, ? and g with a letter do what the help says, but not while typing', async () => {
      const { page, complaints } = await open('manager', paths.allEmployees);
      const search = page.getByRole('searchbox');
      await search.waitFor();
      await page.keyboard.press('/');
      await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type('n?gd/');
      expect(await search.inputValue()).toBe('n?gd/');
      expect(here(page)).toBe(paths.allEmployees);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1 }).click();

      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.getByText('Go to the campaigns').waitFor();
      await page.keyboard.press('n');
      expect(here(page)).toBe(paths.allEmployees);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });
      // An open menu has the keys.
      await page.getByTitle('Your menu').click();
      await page.keyboard.press('/');
      expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
      await page.keyboard.press('Escape');

      // The second key must follow soon, which a slow machine may fail to do.
      await expect
        .poll(async () => {
          await page.keyboard.press('g');
          await page.keyboard.press('c');
          return here(page);
        })
        .toBe(paths.allCampaigns);
      await page.keyboard.press('n');
      await title(page, 'New Sale');
      await page.keyboard.press('Control+n');
      expect(complaints).toEqual([]);
    });

    test('Ctrl K finds people, screens and actions, also while typing, but not above a dialog', async () => {
      const { page, complaints } = await open('manager', paths.allEmployees);
      const search = page.getByRole('searchbox');
      await search.waitFor();
      await page.getByText('Live', { exact: true }).first().waitFor();
      await search.focus();
      const palette = page.getByRole('dialog', { name: 'Find' });
      const find = palette.getByRole('combobox');
      const found = palette.getByRole('option');
      await page.keyboard.press('Control+k');
      await expect.poll(() => found.first().innerText()).toBe('Record a sale');
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);

      await page.keyboard.press('Control+k');
      await find.pressSequentially('tremblay liam');
      await expect
        .poll(async () => (await found.allInnerTexts()).map((row) => row.split('\n')[0]))
        .toEqual([
          'Liam Tremblay',
          'Record a sale for Liam Tremblay',
          'Report of Liam Tremblay',
          'Sales of Liam Tremblay',
        ]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await title(page, 'New Sale');
      const seller = page.getByLabel('For', { exact: true });
      await expect.poll(() => seller.inputValue()).toBe('Liam Tremblay');
      await expect
        .poll(() => page.getByLabel('Campaign').locator('option:checked').textContent())
        .toBe('Heat Pumps');
      await page.getByRole('heading', { level: 1 }).click();

      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.getByText('Find people, screens and actions').waitFor();
      await page.keyboard.press('Control+k');
      expect(await palette.count()).toBe(0);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });

      // From the menu, as on a phone; a screen by a part of its name.
      await page.getByTitle('Your menu').click();
      await page.getByRole('button', { name: 'Find people and screens' }).click();
      await find.fill('job all');
      await found.getByText('All Job Aids').click();
      await title(page, 'All Job Aids');
      expect(complaints).toEqual([]);
    });

    test('the palette takes every letter from the press of its key on, also while its results are on their way', async () => {
      const { page, complaints } = await open('manager', paths.pricing);
      const arrives = Promise.withResolvers<void>();
      await page.route('**/assets/palette.view*.js', async (route) => {
        await arrives.promise;
        await route.continue();
      });
      await page.goto(paths.dashboard);
      await title(page, 'Dashboard');
      await page.getByText('Live', { exact: true }).first().waitFor();
      // Each letter is a shortcut elsewhere.
      await page.keyboard.press('Control+k');
      await page.keyboard.type('n?gt/');
      const find = page.getByRole('dialog', { name: 'Find' }).getByLabel('Find', { exact: true });
      expect(await find.inputValue()).toBe('n?gt/');
      expect(await find.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await find.waitFor({ state: 'detached' });
      expect(here(page)).toBe(paths.dashboard);

      await page.keyboard.press('Control+k');
      await page.keyboard.type('goal al');
      await page.keyboard.press('Home');
      arrives.resolve();
      await page.getByRole('option', { name: 'All Goals' }).waitFor();
      // Where the cursor was.
      await page.keyboard.type('s');
      expect(await find.inputValue()).toBe('sgoal al');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await title(page, 'All Goals');
      expect(complaints).toEqual([]);
    });

    test('are switched off in the menu, and stay off', async () => {
      const { page } = await open('associate', paths.mySales);
      await page.getByTitle('Your menu').click();
      await page.getByLabel('Single-key shortcuts').uncheck();
      await page.keyboard.press('Escape');
      await page.reload();
      await title(page, 'My Sales');
      await page.keyboard.press('n');
      await page.keyboard.press('?');
      await page.getByTitle('Your menu').click();
      expect(here(page)).toBe(paths.mySales);
      // The help still lists the keys.
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.getByText('New sale').waitFor();
      expect(await help.getByText('Go to the goals').count()).toBe(0);
    });
  });

  describe('light and dark', () => {
    const background = (page: Page) =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const LIGHT = 'rgb(247, 246, 242)';
    const DARK = 'rgb(14, 19, 17)';

    test('follow the system until one is chosen, which is stored', async () => {
      const { page } = await open('associate', paths.mySales);
      await title(page, 'My Sales');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => background(page)).toBe(DARK);
      await page.getByTitle('Your menu').click();
      await page.getByLabel('Light', { exact: true }).check();
      await expect.poll(() => background(page)).toBe(LIGHT);
      await page.reload();
      await title(page, 'My Sales');
      await expect.poll(() => background(page)).toBe(LIGHT);
    });

    test('the first paint has the right one, before the app has loaded', async () => {
      const { page, context } = await world.open();
      await page.goto(paths.pricing);
      await page.evaluate(() => localStorage.setItem('tallyboard.theme', 'dark'));
      await context.route('**/assets/*.js', (route) => route.abort());
      await page.goto(paths.login);
      expect(await background(page)).toBe(DARK);
      await page.evaluate(() => localStorage.setItem('tallyboard.theme', 'light'));
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      expect(await background(page)).toBe(LIGHT);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      expect(await background(page)).toBe(DARK);
    });
  });
}
