import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/accessibility.ts';
import { browserWorld } from '../support/browser-world.ts';
import { type Person, signInAs } from '../support/chromium.ts';

const PICTURES = new URL('../screenshots/', import.meta.url).pathname;
const WIDTHS = [390, 768, 1440, 1920] as const;
const THEMES = ['light', 'dark'] as const;

const world = browserWorld();
beforeAll(() => void mkdirSync(PICTURES, { recursive: true }));

/** Pixels that stick out to the right. */
async function overflowOf({ page }: Person): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

async function look(name: string, person: Person): Promise<void> {
  const { page, complaints } = person;
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${PICTURES}${name}.png`, fullPage: true });
  expect.soft(await overflowOf(person), `${name}: overflow`).toBe(0);
  expect.soft(await violationsOn(page), `${name}: axe`).toEqual([]);
  expect.soft(complaints, `${name}: console`).toEqual([]);
}

describe.each(WIDTHS)('at %i px', (width) => {
  test.each(THEMES)('every screen is accessible, fits and is quiet in the console, %s', async (theme) => {
    const me = world.people[4];
    const person = await world.open({ width, dark: theme === 'dark', calm: true });
    const { page } = person;
    const named = (screen: string) => `${screen}-${width}-${theme}`;

    await page.goto('/');
    await look(named('start'), person);
    await page.goto('/nowhere');
    await look(named('not-found'), person);
    await page.goto('/confirmemail');
    await look(named('confirm-email'), person);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('invalid email').waitFor();
    await look(named('sign-in'), person);

    await signInAs(person, me?.email);
    await page.getByText('Amara Okafor').waitFor();
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
    await page.getByText(me?.email ?? '').waitFor();
    await page.getByTitle('Your menu').click();
    await look(named('profile-and-menu'), person);
  });
});

test('the menu of a phone is a drawer that closes with Esc and after a choice', async () => {
  const person = await world.open({ width: 390, calm: true });
  const { page } = person;
  await signInAs(person, world.people[0]?.email);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.waitFor();
  await look('menu-390-light', person);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await drawer.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByRole('heading', { name: 'My Sales' }).waitFor();
  await drawer.waitFor({ state: 'hidden' });
});
