import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/accessibility.ts';
import { launchChromium, openBrowserOf, type Person, signInAs } from '../support/chromium.ts';
import { type FloorPerson, seedSalesFloor } from '../support/sales-floor.ts';
import { PASSWORD, startTestProgram, type TestProgram } from '../support/test-program.ts';

const PICTURES = new URL('../screenshots/', import.meta.url).pathname;
const WIDTHS = [390, 768, 1440, 1920] as const;
const THEMES = ['light', 'dark'] as const;

let browser: Browser;
let program: TestProgram;
let people: FloorPerson[];

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await launchChromium();
  program = await startTestProgram();
  people = await seedSalesFloor(program);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Nothing sticks out to the right. */
async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

async function look(name: string, { page, complaints }: Person): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${PICTURES}${name}.png`, fullPage: true });
  expect.soft(await overflowOf(page), `${name}: overflow`).toBe(0);
  expect.soft(await violationsOn(page), `${name}: axe`).toEqual([]);
  expect.soft(complaints, `${name}: console`).toEqual([]);
}

describe.each(WIDTHS)('at %i px', (width) => {
  test.each(THEMES)('every screen is accessible, fits and is quiet in the console, %s', async (theme) => {
    const me = people[4] as FloorPerson;
    const person = await openBrowserOf(browser, program.url, { width, dark: theme === 'dark', calm: true });
    const { page, context } = person;
    const named = (screen: string) => `${screen}-${width}-${theme}`;

    await page.goto('/');
    await look(named('start'), person);
    await page.goto('/nowhere');
    await look(named('not-found'), person);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('invalid email').waitFor();
    await look(named('sign-in'), person);

    await signInAs(person, me.email, PASSWORD);
    await page.getByRole('cell', { name: 'Amara Okafor' }).waitFor();
    await page.getByText(/closed sales? today/).waitFor();
    await look(named('dashboard'), person);

    await page.goto('/layout/newsale');
    await page.getByRole('button', { name: 'Record sale' }).click();
    await page.getByLabel('Price').fill('1234.50');
    await look(named('new-sale'), person);

    await page.goto('/layout/mysales');
    await page.getByText('Total Commission').waitFor();
    await look(named('my-sales'), person);
    await page.goto('/layout/myprofile');
    await page.getByText(me.email).waitFor();
    await page.getByTitle('Your menu').click();
    await look(named('profile-and-menu'), person);
    await context.close();
  });
});
