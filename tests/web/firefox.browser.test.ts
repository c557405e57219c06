import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { findFirefox, firefoxFor } from '#tests/support/browser/firefox.ts';
import { amount, soon } from '#tests/support/browser/screen-steps.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { paths, pathTo } from '../../web/src/kit/paths.ts';
import { allScreens } from './all-screens.ts';
import { goInApp } from './in-app.ts';

const firefox = findFirefox();
console.log(firefox ? `Firefox: ${firefox}` : 'Firefox: skipped, neither FIREFOX_PATH nor a firefox on PATH');

const world = browserWorld();
const open = firefoxFor(() => world.program.url, { motion: true });
const openQuiet = firefoxFor(() => world.program.url);
/** A part of the page by XPath: Firefox takes seconds to find one by role and name. */
const part = (page: Page, path: string) => page.locator(`::-p-xpath(${path})`);
const field = (page: Page, label: string) =>
  part(page, `//*[@id = //label[normalize-space() = "${label}"]/@for]`);
const choice = (page: Page, label: string) => part(page, `//label[normalize-space() = "${label}"]`);
const button = (page: Page, name: string) =>
  part(page, `//button[normalize-space() = "${name}" or @aria-label = "${name}" or @title = "${name}"]`);
const link = (page: Page, name: string) =>
  part(page, `//a[normalize-space() = "${name}" or @aria-label = "${name}"]`);
const words = (page: Page, text: string) => page.locator(`::-p-text(${text})`);
const at = (page: Page, path: string) => soon(() => new URL(page.url()).pathname).toBe(path);
/** The texts of the cells, row by row. */
const rows = (page: Page) =>
  page.$$eval('tbody tr', (all) => all.map(({ cells }) => [...cells].map((cell) => cell.textContent)));
const rowOf = async (page: Page, name: string) =>
  (await rows(page)).find((cells) => cells.some((cell) => cell.includes(name)))?.join(' | ');
/** A mark that a reload would remove. */
const markPage = (page: Page) => page.$eval('body', (body) => body.setAttribute('data-same-page', 'yes'));
const isSamePage = (page: Page) => page.$eval('body', (body) => body.hasAttribute('data-same-page'));

/** A sale of one of the eight, recorded by another program. */
async function sell(at: number, price: number, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const client = await world.signIn(world.people[at]);
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  await client.post('/api/sales/addsale', { name: 'Roof', campaignId, price, status: 'Closed', ...fields });
}

describe.skipIf(!firefox)('in Firefox', () => {
  test('a person signs in, after a wrong password', async () => {
    const { page, complaints, go } = await open();
    await go(paths.login);
    await field(page, 'Email').fill(world.people[0]?.email ?? '');
    await field(page, 'Password').fill('Wrong-pass1');
    await page.keyboard.press('Enter');
    await words(page, 'Wrong email or password').wait();
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await at(page, paths.dashboard);
    await words(page, 'Hello, Amara').wait();
    expect(complaints).toEqual([]);
  });

  test('a sale shows its commission while it is typed, and is on the board at once, as are those of others', async () => {
    const noah = await world.signIn(world.people[3]);
    const { page, complaints, go } = await open(noah);
    await go(paths.newSale);
    await soon(() => page.$eval(':focus', (it) => (it as HTMLInputElement).name)).toBe('name');
    await page.keyboard.type('Roof of the Nguyens');
    await field(page, 'Price').click();
    await page.keyboard.type('1,000');
    // Solar Roofs: (1000 − 13%) × 12%
    await words(page, '$104.40').wait();
    await choice(page, 'Closed').click();
    await button(page, 'Record sale').click();
    await words(page, 'Data saved successfully').wait();

    await page.keyboard.press('Escape');
    await link(page, 'Tallyboard, to the dashboard').click();
    await soon(() => rowOf(page, 'Noah')).toContain('You');
    const earned = async (name: string) => amount((await rowOf(page, name))?.split(' | ').at(-1) ?? null);
    const before = await earned('Noah');
    await markPage(page);
    await sell(3, 1e6);
    await soon(() => earned('Noah')).toBeCloseTo(before + 104_400);
    await sell(0, 3e6);
    await soon(() => earned('Amara')).toBe(313_200);
    expect(await isSamePage(page)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('the wall shows the board without overflow, and celebrates a closed sale', async () => {
    const manager = await world.signIn(world.team.manager);
    const { page, complaints, go } = await open(manager, { width: 1920, height: 1080 });
    await go(paths.wall);
    await soon(() => rowOf(page, 'Mateo')).toBeTruthy();
    // The page itself looks for the band, which stays for four seconds.
    const band = await page.evaluateHandle(() => {
      const { promise, resolve } = Promise.withResolvers<object>();
      const look = () => {
        const { textContent } = document.querySelector('[data-testid="celebration"]') ?? {};
        const { scrollWidth, scrollHeight } = document.documentElement;
        if (textContent) resolve({ textContent, scrollWidth, scrollHeight });
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
      return { promise };
    });
    await sell(7, 4e6);
    // Solar Roofs: (4,000,000 − 13%) × 12%. What was sold, and for how much, may follow later.
    expect(await band.evaluate(({ promise }) => promise)).toEqual({
      textContent: expect.stringMatching(/^Mateo Álvarez-Castellanos closed a sale.*\+\$417,600\.00$/),
      scrollWidth: 1920,
      scrollHeight: 1080,
    });
    await soon(async () => (await rows(page))[0]?.join(' ')).toContain('Mateo');
    expect(complaints).toEqual([]);
  });

  test('a manager finds, opens and deletes a sale in the ledger of an employee', async () => {
    for (const [name, status] of [
      ['Ledger lead', 'Lead'],
      ['Ledger talk', 'Negotiating'],
      ['Ledger done', 'Closed'],
    ] as const)
      await sell(5, 100, { name, status });
    const ledger = pathTo(paths.employeeSales, world.people[5]?.employeeId ?? '');
    const { page, complaints, go } = await open(await world.signIn(world.team.manager));
    const names = () =>
      page.$$eval('tr a:not([href*="/edit/"])', (all) => all.map(({ textContent }) => textContent));
    await go(ledger);
    await field(page, 'Search').click();
    await page.keyboard.type('LEDGER');
    await soon(names).toEqual(['Ledger done', 'Ledger talk', 'Ledger lead']);
    await page.keyboard.press('Escape');
    await soon(async () => (await names()).length).toBeGreaterThan(3);
    await page.keyboard.type('Ledger');
    await page.select('[aria-label="Filters"] select', 'Lead');
    await soon(names).toEqual(['Ledger lead']);
    await page.select('[aria-label="Filters"] select', '');
    // A date as this Firefox writes it, in English: month, day, year. A click would open its calendar.
    await (await field(page, 'To').waitHandle()).focus();
    await page.keyboard.type('02282020');
    await words(page, 'No sale fits these filters').wait();
    await soon(() => page.evaluate(() => location.search)).toContain('2020-02-28');
    await button(page, 'Show all sales').click();
    await field(page, 'Search').fill('ledger ta');
    await soon(names).toEqual(['Ledger talk']);

    await link(page, 'Ledger talk').click();
    await words(page, 'Sale of Wei').wait();
    await page.goBack();
    await soon(names).toEqual(['Ledger talk']);

    await link(page, 'Ledger talk').click();
    const dialog = () => page.$$eval('dialog[open]', (all) => all.map((each) => each.textContent));
    await button(page, 'Delete').click();
    await soon(dialog).toHaveLength(1);
    await page.keyboard.press('Escape');
    await soon(dialog).toEqual([]);
    expect(await page.$eval(':focus', (it) => it.textContent.trim())).toBe('Delete');
    await page.keyboard.press('Enter');
    await words(page, 'This action is irreversible.').wait();
    await part(page, '//dialog[@open]//button[normalize-space() = "Delete"]').click();
    await words(page, 'Sale deleted').wait();
    await at(page, ledger);
    await soon(async () => (await names()).includes('Ledger talk')).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('menus and dialogs open and close by key and by click, Back never leads nowhere', async () => {
    const { page, complaints, go } = await open(await world.signIn(world.people[1]));
    await go(paths.mySales);
    const opened = () =>
      page.$$eval('dialog:modal, :popover-open', (all) => all.map((it) => it.id || it.textContent));
    const menu = () => button(page, 'Your menu').click();
    await menu();
    await soon(opened).toEqual(['person-menu']);
    await page.keyboard.press('Escape');
    await soon(opened).toEqual([]);
    await menu();
    await soon(opened).toEqual(['person-menu']);
    await page.locator('h1').click();
    await soon(opened).toEqual([]);

    await page.keyboard.press('?');
    await soon(opened).toEqual([expect.stringContaining('Keyboard shortcuts')]);
    await page.keyboard.press('Escape');
    await soon(opened).toEqual([]);
    await page.keyboard.press('/');
    await soon(() => page.$eval(':focus', (it) => (it as HTMLInputElement).type)).toBe('search');

    await go(paths.allGoals);
    await words(page, 'Restricted Access').wait();
    await button(page, 'Back').click();
    await at(page, paths.mySales);

    await page.setViewport({ width: 390, height: 844 });
    await button(page, 'Menu').click();
    await soon(opened).toEqual([expect.stringContaining('Dashboard')]);
    await page.mouse.click(380, 600);
    await soon(opened).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(['manager', 'visitor'])(
    'a %s sees no screen that is wider than a phone or a desk, or complains',
    async (who) => {
      const screens = allScreens.filter(
        ({ as, path, title, query, before, after }) =>
          (as === who || (as === 'associate' && who === 'manager')) &&
          !(/:|wall/.test(path) || /Access/.test(title) || query || before || after),
      );
      const client = who === 'manager' ? await world.signIn(world.team.manager) : undefined;
      const { page, complaints, go } = await open(client);
      await go(screens[0]?.path ?? '');
      for (const { path, title, name } of screens) {
        await goInApp(page, path);
        await soon(() => page.title()).toContain(title);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // a chart loads when it is in sight
        await soon(() => page.$$('[data-loading]:not([data-sample] *)')).toEqual([]);
        for (const width of [390, 1440]) {
          await page.setViewport({ width, height: 900 });
          // A scroll bar takes some of the window. Charts follow its width a moment later.
          const tooWide = () => page.$eval(':root', (root) => root.scrollWidth - root.clientWidth);
          await expect.poll(tooWide, { message: `${name} at ${width}` }).toBe(0);
        }
      }
      expect(complaints).toEqual([]);
    },
  );

  test('in German and without motion, numbers are read and written with a comma, and the board follows', async () => {
    const liam = await world.signIn(world.people[1]);
    const { page, complaints, go } = await openQuiet(liam, { locale: 'de-DE' });
    await go(paths.newSale);
    await field(page, 'Name').fill('Dach');
    await field(page, 'Price').click();
    await page.keyboard.type('1.234,50');
    // Heat Pumps: (1234.50 − 5%) × 9.5%
    await soon(() => page.$$eval('output', (all) => all.map(({ textContent }) => textContent))).toContain(
      '111,41\u00a0$',
    );
    await choice(page, 'Closed').click();
    await page.keyboard.press('Enter');
    await words(page, 'Data saved successfully').wait();
    await go(paths.dashboard);
    await soon(() => rowOf(page, 'Liam')).toContain('You');
    const before = await rowOf(page, 'Liam');
    await sell(1, 1000);
    await soon(() => rowOf(page, 'Liam')).not.toBe(before);
    expect(await rowOf(page, 'Liam')).toMatch(/,\d\d\u00a0\$$/);
    expect(complaints).toEqual([]);
  });
});
