import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import { breakWrites } from '#tests/support/servers/break-database.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { at, menu, type ShellWorld, title } from './shell-world.ts';

const linksOf = (page: Page) => menu(page).getByRole('link').allInnerTexts();

export function menusSuite({ world, open }: ShellWorld): void {
  describe('the side menu', () => {
    test('of a manager has every group, and the group of the open screen is open', {
      tags: ['spec-2.31'],
    }, async () => {
      const { page, complaints } = await open('manager', paths.dashboard);
      await title(page, 'Dashboard');
      await expect
        .poll(() => linksOf(page))
        .toEqual([
          'Tallyboard',
          'New Sale',
          'Dashboard',
          'Sales',
          'My Pay',
          'Claims',
          'Goals',
          'Campaigns',
          'Employees',
          'Payroll',
          'Job Aids',
          'History',
          'Proof',
        ]);
      const groups = {
        Sales: ['My Sales', 'New Sale'],
        Goals: ['Add Goal', 'All Goals'],
        Campaigns: ['Add Campaign', 'All Campaigns'],
        Employees: ['Add Employee', 'My Team', 'All Employees'],
        'Job Aids': ['Add Job Aid', 'All Job Aids'],
      };
      for (const [group, entries] of Object.entries(groups)) {
        const toggle = page.getByRole('button', { name: `Entries of ${group}` });
        await toggle.click();
        const list = menu(page).getByRole('listitem').filter({ has: toggle }).getByRole('list');
        await expect.poll(() => list.getByRole('link').allInnerTexts()).toEqual(entries);
        await toggle.click();
        await list.waitFor({ state: 'hidden' });
      }
      await menu(page).getByRole('link', { name: 'Employees' }).click();
      await at(page, paths.allEmployees);
      await menu(page).getByRole('link', { name: 'My Team' }).click();
      await at(page, paths.myTeam);
      const current = menu(page).getByRole('link', { name: 'My Team' });
      await expect.poll(() => current.getAttribute('aria-current')).toBe('page');
      await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).click();
      await menu(page).getByRole('link', { name: 'My Team' }).waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
    });

    test('of an associate has New Sale, Dashboard, Sales, My Pay, Claims and Job Aids', {
      tags: ['spec-2.30', 'spec-2.32', 'decision-8.22'],
    }, async () => {
      const { page } = await open('associate', paths.mySales);
      await page.getByText('Hello, Amara').waitFor();
      await expect
        .poll(() => linksOf(page))
        .toEqual([
          ...['Tallyboard', 'New Sale', 'Dashboard', 'Sales', 'My Sales', 'New Sale', 'My Pay', 'Claims'],
          'Job Aids',
        ]);
    });

    test('is icons at 1024 px, with tooltips and a way to the entries', { tags: ['spec-2.31'] }, async () => {
      const { page } = await open('manager', paths.allGoals, { width: 1024 });
      const goals = menu(page).getByRole('button', { name: 'Goals' });
      expect(await goals.getAttribute('title')).toBe('Goals');
      expect(
        await menu(page).getByRole('link', { name: 'Dashboard', exact: true }).getAttribute('title'),
      ).toBe('Dashboard');
      await goals.click();
      const add = page.getByRole('link', { name: 'Add Goal' }).filter({ visible: true });
      await add.first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await menu(page).getByRole('link', { name: 'Add Goal' }).waitFor({ state: 'hidden' });
      await goals.click();
      await menu(page).getByRole('link', { name: 'Add Goal' }).click();
      await at(page, paths.addGoal);
      await menu(page).getByRole('link', { name: 'Add Goal' }).waitFor({ state: 'hidden' });
    });

    test('is a drawer on a phone, closed at first, that its button opens and its close button closes', async () => {
      const { page } = await open('manager', paths.allGoals, { width: 390, height: 844 });
      await title(page, 'All Goals');
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      expect(await drawer.isVisible()).toBe(false);
      const button = page.getByRole('button', { name: 'Menu', exact: true });
      await button.click();
      expect(await violationsOn(page)).toEqual([]);
      await drawer.getByRole('button', { name: 'Close menu' }).click();
      await drawer.waitFor({ state: 'hidden' });
      await button.click();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'hidden' });
      await button.click();
      await drawer.getByRole('button', { name: 'Entries of Campaigns' }).click();
      await drawer.getByRole('link', { name: 'Add Campaign' }).click();
      await at(page, paths.addCampaign);
      await drawer.waitFor({ state: 'hidden' });
    });
  });

  describe('the menu under the name', () => {
    const expectEntries = async (who: 'associate' | 'manager' | 'owner', ...entries: string[]) => {
      const { page } = await open(who, paths.myProfile);
      await page.getByTitle('Your menu').click();
      const links = page.locator('#person-menu').getByRole('link');
      await expect.poll(() => links.allInnerTexts()).toEqual(entries);
    };

    test('has View Profile for every employee, and Company only for the super employee', {
      tags: ['spec-2.30'],
    }, async () => {
      await expectEntries('associate', 'View Profile');
      await expectEntries('manager', 'View Profile');
      await expectEntries('owner', 'View Profile', 'Company');
    });

    test('leads to the company profile and to the person’s profile', { tags: ['spec-2.30'] }, async () => {
      const { page } = await open('owner', paths.mySales);
      for (const [label, path] of [
        ['Company', paths.companyProfile],
        ['View Profile', paths.myProfile],
      ] as const) {
        await page.getByTitle('Your menu').click();
        await page.getByRole('link', { name: label }).click();
        await at(page, path);
      }
    });

    test('Log Out leads to the start; a failure says so and to refresh the page', {
      tags: ['spec-2.30', 'spec-2.34', 'spec-8.25'],
    }, async () => {
      const leaver = await world.signIn(world.people[1]);
      const { page } = await open(leaver, paths.mySales);
      const mend = await breakWrites(world.program.core.database.owner, {
        ...{ table: 'sessions', event: 'UPDATE', condition: 'new.revoked_at IS NOT NULL' },
      });
      await page.getByTitle('Your menu').click();
      await page.getByRole('button', { name: 'Log Out' }).click();
      const banner = page.getByRole('alert');
      await banner.getByText('Please correct the following errors').waitFor();
      await banner.getByText('Internal server errror. Please contact your administrator').waitFor();
      await banner.getByText('Please refresh the page').waitFor();
      await banner.getByRole('button', { name: 'Close message' }).click();
      await page.getByText('Please refresh the page').waitFor({ state: 'hidden' });
      await mend();
      await page.getByTitle('Your menu').click();
      await page.getByRole('button', { name: 'Log Out' }).click();
      await at(page, paths.root);
      await page.goto(paths.dashboard);
      await at(page, paths.login);
    });
  });
}
