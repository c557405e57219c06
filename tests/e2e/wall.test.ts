import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '../support/browser-world.ts';
import { type Person, signInAs } from '../support/chromium.ts';
import type { HttpClient } from '../support/http-client.ts';

const world = browserWorld();

/** What a screen on the wall can do, counted: browsers of tests have no loudspeaker and nobody who looks. */
async function countAbilities(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const used = { awake: 0, notes: 0, moves: [] as unknown[] };
    Object.assign(globalThis, { used });
    const wakeLock = { request: async () => ({ release: async () => void used.awake--, at: ++used.awake }) };
    Object.defineProperty(navigator, 'wakeLock', { value: wakeLock });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
      used.notes++;
      start.apply(this, given);
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
      used.moves.push(typeof timing === 'object' ? timing.duration : timing);
      return animate.call(this, frames, timing);
    };
  });
}

const used = <Key extends 'awake' | 'notes' | 'moves'>(page: Page, key: Key) =>
  page.evaluate<{ awake: number; notes: number; moves: number[] }[Key]>(`used.${key}`);

async function openWall(email: string | undefined, looks = {}): Promise<Person> {
  const person = await world.open({ width: 1920, height: 1080, ...looks });
  await countAbilities(person.page);
  await signInAs(person, email);
  await person.page.getByRole('link', { name: 'Wall mode' }).click();
  await person.page.waitForURL('**/layout/wall');
  await person.page.getByRole('region', { name: 'Clock' }).waitFor();
  await person.page.getByRole('row', { name: /Mateo/ }).waitFor();
  return person;
}

function sell(seller: HttpClient, price: number, campaign = 0) {
  const campaignId = world.floor.company.campaigns[campaign]?.campaignId ?? '';
  return seller.post('/api/sales/addsale', { name: 'Roof', campaignId, price, status: 'Closed' });
}

/** Pixels that stick out to the right. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const figure = ({ page }: Person, name: string) => page.getByRole('region', { name });

test('a closed sale is celebrated for four seconds, below the numbers, and moves who made it', async () => {
  const wall = await openWall(world.floor.manager.email);
  const { page } = wall;
  const seller = await world.signIn(world.people[7]);
  const band = page.getByTestId('celebration');
  const sales = Number(await figure(wall, 'Closed sales').locator('p').textContent());
  expect(await used(page, 'awake')).toBe(1);

  await sell(seller, 4_000_000, 1);

  // Heat Pumps pays 9.5% after 5% tax.
  await band.getByText('+$361,000.00').waitFor();
  const shown = performance.now();
  expect(await band.textContent()).toContain('Mateo Álvarez-Castellanos closed a sale');
  await band.getByText('Heat Pumps, $4,000,000.00').waitFor();
  await figure(wall, 'Closed sales')
    .getByText(`${sales + 1}`, { exact: true })
    .waitFor();
  const first = page.getByRole('table').locator('tbody tr').first();
  await first.getByText('Mateo Álvarez-Castellanos').waitFor();
  await expect.poll(() => used(page, 'moves')).toEqual(expect.arrayContaining([1200, 320, 150]));
  const [table, place] = [await page.getByRole('table').boundingBox(), await band.boundingBox()];
  expect(place?.y).toBeGreaterThanOrEqual((table?.y ?? 0) + (table?.height ?? 0));
  // What it says is longer than its place.
  expect(await overflowOf(page)).toBe(0);
  expect(await used(page, 'notes')).toBe(0);

  await band.waitFor({ state: 'hidden' });
  expect(performance.now() - shown).toBeGreaterThan(3000);
  await page.getByRole('paragraph').getByText('Daily Billboard').waitFor();
  expect(wall.complaints).toEqual([]);
});

test('several in a row have their turns, and sound is heard only when it was switched on', async () => {
  const wall = await openWall(world.people[1]?.email);
  const { page } = wall;
  const band = page.getByTestId('celebration');
  const sellers = await Promise.all([3, 5].map((at) => world.signIn(world.people[at])));
  await page.getByRole('button', { name: 'Sound off' }).click();
  await page.getByRole('button', { name: 'Sound on' }).waitFor();
  const [noah, wei] = sellers as [HttpClient, HttpClient];
  await sell(noah, 100);
  await band.getByText('Noah Bergström').waitFor();
  await sell(wei, 100);
  // An associate is not told which sale it was.
  expect(await band.textContent()).toBe('Noah Bergström closed a sale+$10.44');
  await band.getByText('Wei Zhang').waitFor();
  expect(await used(page, 'notes')).toBe(4);
  expect(wall.complaints).toEqual([]);
});

test('the pace follows a goal that somebody changes', async () => {
  const { page } = await openWall(world.people[1]?.email);
  const boss = await world.signIn(world.floor.manager);
  const goals = await boss.get('/api/goals/getgoals/all');
  const { id } = goals.body.requestedData[0];
  const pace = page.getByRole('region', { name: /^Pace, goal \d+\/hr$/ });
  const before = Number((await pace.getByRole('heading').textContent())?.match(/\d+/)?.[0]);
  await boss.patch(`/api/goals/editgoal/${id}`, { hourlySales: 4 });
  await page.getByRole('region', { name: `Pace, goal ${before * 2}/hr` }).waitFor();
});

test('full screen comes and goes by its button, Esc leads back to the dashboard', async () => {
  const { page } = await openWall(world.people[1]?.email);
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  expect(await isFull()).toBe(false);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/layout/dashboard');
  await expect.poll(() => used(page, 'awake')).toBe(0);
});

test('it is dark by default whatever the theme, and remembers when somebody chose light', async () => {
  const { page } = await openWall(world.people[1]?.email);
  const wall = page.getByRole('main');
  expect(await wall.getAttribute('data-theme')).toBe('dark');
  await page.getByRole('button', { name: 'Light' }).click();
  await page.reload();
  await page.getByRole('row', { name: /Mateo/ }).waitFor();
  expect(await wall.getAttribute('data-theme')).toBe('light');
});

test.each([390, 768])('at %i px nothing sticks out, and with less motion nothing moves', async (width) => {
  const wall = await openWall(world.people[1]?.email, { width, height: 844, calm: true });
  const { page } = wall;
  await sell(await world.signIn(world.people[2]), 100);
  await page.getByTestId('celebration').getByText('Priya Raman').waitFor();
  expect(await overflowOf(page)).toBe(0);
  expect(await used(page, 'moves')).toEqual([]);
  expect(wall.complaints).toEqual([]);
});
