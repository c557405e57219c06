import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { leadsTo } from './leads-to.ts';

const world = browserWorld();

const pathOf = (page: Page) => new URL(page.url()).pathname;
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

/** The sales that the demo announces, recorded in the page because each replaces the one before. */
async function hearNews(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard = new Set<string>();
    Object.assign(globalThis, { heard });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('p'))
        if (textContent.includes(' and earned ')) heard.add(textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate<string[]>('[...heard]');
}

describe('the landing page', () => {
  test('asks about cookies, and follows the visitor’s answer', {
    tags: ['spec-2.17', 'spec-3.22', 'spec-4.20', 'spec-9.15'],
  }, async () => {
    const { page, complaints } = await world.open();
    const banner = page.getByRole('region', { name: 'Cookie consent' });
    const dialog = page.getByRole('dialog', { name: 'Cookie preferences' });
    const kind = (name: string) => dialog.getByRole('checkbox', { name });
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('cookieConsent') ?? 'null'));
    await page.goto('/');
    await banner.waitFor();

    await button(banner, 'Customize').click();
    await dialog.waitFor();
    expect(await kind('Necessary').isChecked()).toBe(true);
    expect(await kind('Necessary').isDisabled()).toBe(true);
    expect(await kind('Analytics').isChecked()).toBe(false);
    expect(await kind('Marketing').isChecked()).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
    await kind('Marketing').check();
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await banner.isVisible()).toBe(true);
    expect(await kept()).toBeNull();

    await button(banner, 'Customize').click();
    expect(await kind('Marketing').isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await banner.isVisible()).toBe(true);

    await button(banner, 'Customize').click();
    await kind('Analytics').check();
    await button(dialog, 'Save Preferences').click();
    await banner.waitFor({ state: 'hidden' });
    await dialog.waitFor({ state: 'hidden' });
    expect(await kept()).toEqual({ analytics: true, marketing: false, necessary: true });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await banner.count()).toBe(0);

    await page.goto('/privacy-policy');
    await button(page, 'Change cookie preferences').click();
    expect(await kind('Analytics').isChecked()).toBe(true);
    await kind('Analytics').uncheck();
    await button(dialog, 'Save Preferences').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await kept()).toEqual({ analytics: false, marketing: false, necessary: true });

    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await button(banner, 'Only necessary').click();
    await banner.waitFor({ state: 'hidden' });
    expect(await kept()).toEqual({ analytics: false, marketing: false, necessary: true });

    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await button(banner, 'Accept All').click();
    await banner.waitFor({ state: 'hidden' });
    expect(await kept()).toEqual({ analytics: true, marketing: true, necessary: true });
    expect(complaints).toEqual([]);
  });

  test('has its sections in order, and links to all of them on a wide screen', {
    tags: ['spec-2.1', 'spec-2.13', 'spec-2.17', 'spec-2.18', 'spec-2.19', 'spec-2.21', 'spec-2.22'],
  }, async () => {
    const { page, context, complaints } = await world.open();
    await page.goto('/');
    await page.getByText('Why Tallyboard stands out').waitFor();
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      'Every sale is on the board the moment it closes.',
      'Daily Billboard',
      'Everything a sales floor runs on',
      'Campaign-based team management',
      'Team-based goal setting',
      'Performance metrics dashboard',
      'Centralized company communications',
      'Built-in user guides',
      'Five time zones, one floor',
      'What did this sale earn me?',
      'A goal for the hour, not for the quarter',
      'Why Tallyboard stands out',
      'Reports in real time',
      'Commission nobody argues about',
      'Memos and job aids at hand',
    ]);
    const header = page.getByRole('banner');
    expect(await header.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Pricing',
      'Contact',
      'Sign up',
      'Log in',
    ]);
    expect(await button(page, 'Menu').isVisible()).toBe(false);
    for (const [name, path] of [
      ['Pricing', '/pricing'],
      ['Contact', '/contact'],
      ['Sign up', '/register'],
      ['Log in', '/login'],
    ] as const)
      await leadsTo(page, header.getByRole('link', { name }), path);
    for (const trial of ['Start your free trial', 'Start a free trial'])
      await leadsTo(page, page.getByRole('link', { name: trial }).first(), '/register');

    const footer = page.getByRole('contentinfo');
    const year = await page.evaluate(() => new Date().getFullYear());
    await footer.getByText(`© ${year} Tallyboard`).waitFor();
    const scrolled = () => page.evaluate(() => window.scrollY);
    await footer.scrollIntoViewIfNeeded();
    const pricing = footer.getByRole('link', { name: 'Pricing' });
    await pricing.hover();
    const below = await scrolled();
    await pricing.click();
    await page.getByRole('heading', { name: 'Choose the Perfect Plan' }).waitFor();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect.poll(scrolled).toBe(below);
    await leadsTo(page, footer.getByRole('link', { name: 'Contact' }), '/contact');
    for (const [name, path, title] of [
      ['Terms & Conditions', '/terms-of-use', 'Terms of Use'],
      ['Privacy Policy', '/privacy-policy', 'Privacy Policy'],
    ] as const) {
      const opened = context.waitForEvent('page');
      await footer.getByRole('link', { name }).click();
      const tab = await opened;
      await tab.getByRole('heading', { level: 1, name: title }).waitFor();
      expect([pathOf(tab), pathOf(page)]).toEqual([path, '/']);
    }
    expect(complaints).toEqual([]);
  });

  test('has its links in a side panel on a narrow screen', {
    tags: ['spec-2.20', 'spec-2.21', 'spec-4.21'],
  }, async () => {
    const { page, complaints } = await world.open({ width: 390, height: 844 });
    await page.goto('/');
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await button(page, 'Menu').waitFor();
    expect(await panel.isVisible()).toBe(false);
    await button(page, 'Menu').click();
    expect(await panel.getByRole('link').allTextContents()).toEqual([
      'Log In',
      'Sign Up',
      'Pricing',
      'Contact',
    ]);
    expect(await violationsOn(page)).toEqual([]);
    await button(panel, 'Close menu').click();
    await panel.waitFor({ state: 'hidden' });
    await button(page, 'Menu').click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    for (const [name, path] of [
      ['Log In', '/login'],
      ['Sign Up', '/register'],
      ['Pricing', '/pricing'],
      ['Contact', '/contact'],
    ] as const) {
      await button(page, 'Menu').click();
      await leadsTo(page, panel.getByRole('link', { name }), path);
    }
    expect(complaints).toEqual([]);
  });

  test('shows the real billboard live, and lets the visitor record a sale', {
    tags: ['spec-2.1', 'spec-2.18'],
  }, async () => {
    const { page, complaints } = await world.open({ motion: true });
    const news = await hearNews(page);
    await page.goto('/');
    const demo = page.getByRole('region', { name: 'A live demo' });
    // Owen sells first: (4,350 − 13%) × 12%.
    await expect
      .poll(async () => (await news())[0])
      .toBe('Owen Gallagher closed $4,350.00 and earned $454.14');
    await button(demo, 'Pause').click();
    await button(demo, 'Play').waitFor();
    const own = demo.getByRole('row', { name: /Your Name/ });
    await own.getByText('$574.20').waitFor();
    const place = async () => Number(await own.getByRole('cell').first().textContent());
    const before = await place();
    for (let press = 0; press < 3; press++) await button(demo, 'Record a sale').click();
    await own.getByText('$1,717.38').waitFor();
    await expect.poll(place).toBeLessThan(before);

    const formula = page.getByText('($2,400.00 − 13% tax − 5% discount) × 12%');
    await formula.waitFor();
    const commission = page.getByRole('status', { name: 'Commission' });
    await expect.poll(() => commission.textContent()).toBe('$236.16');
    await page.getByLabel('Price').fill('1,234.50');
    await page.getByLabel('Discount').fill('10');
    await page.getByRole('radio', { name: 'Heat Pumps' }).check();
    await expect.poll(() => commission.textContent()).toBe('$99.69');
    expect(complaints).toEqual([]);
  });

  test('stands still with reduced motion, until it is started', async () => {
    const { page } = await world.open();
    const news = await hearNews(page);
    await page.goto('/');
    const demo = page.getByRole('region', { name: 'A live demo' });
    await demo.getByText('Made-up people, the real board').waitFor();
    await button(demo, 'Play').click();
    await expect.poll(async () => (await news())[0]).toContain('Owen Gallagher closed');
  });

  test('leads signed-in people to the dashboard', async () => {
    const { page } = await world.openAs(world.people[0]);
    for (const path of ['/', '/pricing']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
      await page.waitForURL('**/layout/dashboard');
    }
  });
});
