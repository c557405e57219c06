import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seedCrowd } from '#tests/gateway/crowd.ts';
import { fixedWork } from '#tests/gateway/main-thread.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { expectRatio } from '#tests/support/promised.ts';

const world = browserWorld();

const SALES = 12;

type Noted = { measured: number; moved: string[] };

/** In the page: how often a place was measured, and which rows moved to theirs. */
function noteMotion(): void {
  const noted: Noted = { measured: 0, moved: [] };
  Object.assign(globalThis, { noted });
  const offsetTop = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetTop');
  const { animate } = Element.prototype;
  Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
    get() {
      noted.measured += 1;
      return offsetTop?.get?.call(this);
    },
  });
  Element.prototype.animate = function (...given) {
    const { key } = (this as HTMLElement).dataset;
    if (key && JSON.stringify(given[0]).includes('translateY')) noted.moved.push(key);
    return animate.apply(this, given);
  };
}

const takeNoted = (page: Page) =>
  page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: Noted };
    const taken = { ...noted };
    Object.assign(noted, { measured: 0, moved: [] });
    return taken;
  });

const bodyRows = (page: Page) => page.getByRole('table').first().locator('tbody tr');

/** Milliseconds of processor time of the page's scripts so far. */
async function scriptMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

/** What is to be done for news is done when the frame after it was drawn. */
const nextPicture = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

test('a sale that overtakes another person costs little script on a sorted board of 1,000 people', async () => {
  const manager = await world.signIn(world.team.manager);
  const rivals = (await seedCrowd(world.program, world.team.company, 991)).slice(-2);
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  const watcher = await world.openAs(world.people[7], { motion: true });
  const { page, context } = watcher;
  await page.addInitScript(noteMotion);
  await page.goto('/layout/dashboard');
  await page.getByText('1,000 people').waitFor();
  await page.getByRole('columnheader', { name: 'Commission' }).getByRole('button').click();
  for (let drawn = 25; drawn < 1000; drawn += 200) {
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await expect.poll(() => bodyRows(page).count()).toBeGreaterThan(drawn + 1);
  }
  await page.evaluate(() => scrollTo(0, 0));
  const work = { name: 'a fixed piece of work', ms: await fixedWork(watcher) };
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

  const costs: number[] = [];
  for (let sale = 1; sale <= SALES; sale += 1) {
    await takeNoted(page);
    const before = await scriptMs(devtools);
    const employeeId = rivals[sale % 2] ?? '';
    const form = { name: 's', campaignId, employeeId, price: 100_000 * sale, status: 'Closed' };
    await manager.post('/api/sales/addsale', form);
    await soon(() => bodyRows(page).first().getAttribute('data-key')).toBe(employeeId);
    await nextPicture(page);
    costs.push((await scriptMs(devtools)) - before);
    const { measured, moved } = await takeNoted(page);
    // Both rivals are on top from the second sale on.
    if (sale > 2) expect(new Set(moved)).toEqual(new Set(rivals));
    // Of 1,000 rows only those in sight.
    expect(measured).toBeLessThan(150);
  }
  expectRatio(0.3, { name: 'script of a sale', ms: Math.min(...costs) }, work);
});
