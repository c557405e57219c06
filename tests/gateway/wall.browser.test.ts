import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import type { Person } from '#tests/support/browser/chromium.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';

const world = browserWorld();

/** Counts sounds and full-screen calls, because a test browser has neither speaker nor display. */
async function countAbilities(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const used = {
      awake: 0,
      notes: 0,
      moves: [] as unknown[],
      celebrations: [] as { sticksDown?: number }[],
    };
    Object.assign(globalThis, { used });
    let last: Element | null = null;
    // Recorded in the page: a slow test would look too late.
    const look = () => {
      const band = document.querySelector('[data-testid="celebration"]');
      if (band && band !== last) used.celebrations.push({});
      last = band;
      if (!band) return;
      const numbers = document.querySelector('table')?.getBoundingClientRect();
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      Object.assign(used.celebrations.at(-1) ?? {}, {
        text: band.textContent,
        gap: band.getBoundingClientRect().top - (numbers?.bottom ?? Number.POSITIVE_INFINITY),
        sticksOut: scrollWidth - clientWidth,
        sticksDown: Math.max(used.celebrations.at(-1)?.sticksDown ?? 0, scrollHeight - clientHeight),
      });
    };
    setInterval(look, 20);
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
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

type Celebrated = {
  readonly text: string;
  /** How long it has been visible. */
  /** Pixels between the numbers and the band below. */
  readonly gap: number;
  /** Pixels of overflow to the right. */
  readonly sticksOut: number;
  /** The most pixels of overflow to the bottom. */
  readonly sticksDown: number;
};
const nothing: Celebrated = { text: '', gap: -1, sticksOut: -1, sticksDown: -1 };
type Used = { awake: number; notes: number; moves: number[]; celebrations: Celebrated[] };

const used = <Key extends keyof Used>(page: Page, key: Key) => page.evaluate<Used[Key]>(`used.${key}`);

/** Waits for the end of this many celebrations and returns them. */
async function celebrated(page: Page, count: number): Promise<Celebrated[]> {
  await expect.poll(async () => (await used(page, 'celebrations')).length).toBe(count);
  await page.getByTestId('celebration').waitFor({ state: 'hidden' });
  return await used(page, 'celebrations');
}

/** Moves the mouse first: the controls hide after four seconds without mouse or keyboard. */
async function pressControl(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true });
  await control.focus();
  await control.click();
}

async function openWall(who: SeededPerson | undefined, options = {}): Promise<Person> {
  const person = await world.openAs(who, { width: 1920, height: 1080, motion: true, ...options });
  await countAbilities(person.page);
  await person.page.goto('/layout/wall');
  await person.page.getByRole('region', { name: 'Clock' }).waitFor();
  await person.page.getByRole('row', { name: /Mateo/ }).waitFor();
  return person;
}

function sell(seller: HttpClient, price: number, campaign = 0) {
  const campaignId = world.team.company.campaigns[campaign]?.campaignId ?? '';
  return seller.post('/api/sales/addsale', { name: 'Roof', campaignId, price, status: 'Closed' });
}

const figure = ({ page }: Person, name: string) => page.getByRole('region', { name });

test('a closed sale is celebrated below the numbers, and its seller moves up', async () => {
  const wall = await openWall(world.team.manager);
  const { page } = wall;
  const seller = await world.signIn(world.people[7]);
  const sales = Number(await figure(wall, 'Closed sales').locator('p').textContent());
  await expect.poll(() => used(page, 'awake')).toBe(1);

  await sell(seller, 4_000_000, 1);

  const [{ text, gap, sticksOut, sticksDown } = nothing] = await celebrated(page, 1);
  // Heat Pumps pays 9.5% after 5% tax.
  expect(text).toBe('Mateo Álvarez-Castellanos closed a sale, Heat Pumps, $4,000,000.00+$361,000.00');
  expect(gap).toBeGreaterThanOrEqual(0);
  // A text longer than its space.
  expect(sticksOut).toBe(0);
  // Not even while the band rises.
  expect(sticksDown).toBe(0);
  await figure(wall, 'Closed sales')
    .getByText(`${sales + 1}`, { exact: true })
    .waitFor();
  const first = page.getByRole('table').locator('tbody tr').first();
  await first.getByText('Mateo Álvarez-Castellanos').waitFor();
  await expect.poll(() => used(page, 'moves')).toEqual(expect.arrayContaining([1200, 320, 150]));
  expect(await used(page, 'notes')).toBe(0);
  await page.getByRole('paragraph').getByText('Daily Billboard').waitFor();
  expect(wall.complaints).toEqual([]);
});

test('several in a row are shown one after the other, and sound plays only when switched on', async () => {
  const wall = await openWall(world.people[1]);
  const { page } = wall;
  const sellers = await Promise.all([3, 5].map((at) => world.signIn(world.people[at])));
  await pressControl(page, 'Sound off');
  await page.getByRole('button', { name: 'Sound on' }).waitFor();
  const [noah, wei] = sellers as [HttpClient, HttpClient];
  await sell(noah, 100);
  await expect.poll(async () => (await used(page, 'celebrations')).length).toBe(1);
  await sell(wei, 100);
  const [first, second] = await celebrated(page, 2);
  // An associate does not see which sale it was.
  expect(first?.text).toBe('Noah Bergström closed a sale+$10.44');
  expect(second?.text).toContain('Wei Zhang closed a sale');
  await expect.poll(() => used(page, 'notes')).toBe(4);
  expect(wall.complaints).toEqual([]);
});

test('the pace follows a changed goal', async () => {
  const boss = await world.signIn(world.team.manager);
  // This answer waits for the sign-in, which adds a person to the pace.
  const goals = await boss.get('/api/goals/getgoals/all');
  const { page } = await openWall(world.people[1]);
  const { id } = goals.body.requestedData[0];
  const pace = page.getByRole('region', { name: /^Pace, goal \d+\/hr$/ });
  const before = Number((await pace.getByRole('heading').textContent())?.match(/\d+/)?.[0]);
  await boss.patch(`/api/goals/editgoal/${id}`, { hourlySales: 4 });
  await page.getByRole('region', { name: `Pace, goal ${before * 2}/hr` }).waitFor();
});

test('its button toggles full screen, Esc leads back to the dashboard', async () => {
  const { page } = await openWall(world.people[1]);
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await pressControl(page, 'Full screen');
  await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
  await expect.poll(isFull).toBe(true);
  await pressControl(page, 'Leave full screen');
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  await expect.poll(isFull).toBe(false);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/layout/dashboard');
  await expect.poll(() => used(page, 'awake')).toBe(0);
});

test('it is dark by default in every theme, and remembers the choice of light', async () => {
  const { page } = await openWall(world.people[1]);
  const wall = page.getByRole('main');
  expect(await wall.getAttribute('data-theme')).toBe('dark');
  await pressControl(page, 'Light');
  await page.reload();
  await page.getByRole('row', { name: /Mateo/ }).waitFor();
  await expect.poll(() => wall.getAttribute('data-theme')).toBe('light');
});

test.each([390, 768])('at %i px nothing overflows, and with reduced motion nothing moves', async (width) => {
  const wall = await openWall(world.people[1], { width, height: 844, motion: false });
  const { page } = wall;
  await sell(await world.signIn(world.people[2]), 100);
  const [{ text, sticksOut } = nothing] = await celebrated(page, 1);
  expect(text).toContain('Priya Raman');
  expect(sticksOut).toBe(0);
  expect(await used(page, 'moves')).toEqual([]);
  expect(wall.complaints).toEqual([]);
});
