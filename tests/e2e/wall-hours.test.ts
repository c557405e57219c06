import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, openBrowserOf, signInAs } from '../support/chromium.ts';
import { DAYTIME_ZONE } from '../support/daytime-zone.ts';
import { seedSalesFloor } from '../support/sales-floor.ts';
import { PASSWORD, startTestProgram, type TestProgram } from '../support/test-program.ts';

const HOUR_MS = 3_600_000;
/** How much later it is for program and browser than it really is. */
let later = 0;
let browser: Browser;
let program: TestProgram;

beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + later) };
  [browser, program] = await Promise.all([launchChromium(), startTestProgram({ clock })]);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

test('a wall that slept over midnight wakes up to the new day by itself, and celebrates its first sale', async () => {
  const floor = await seedSalesFloor(program);
  const wall = await openBrowserOf(browser, program.url, { width: 1920, height: 1080 });
  const { page } = wall;
  await page.clock.install();
  await signInAs(wall, floor.people[0]?.email);
  await page.getByRole('link', { name: 'Wall mode' }).click();
  await page.getByRole('region', { name: 'Clock' }).waitFor();
  await page.getByRole('row', { name: /Sofia/ }).waitFor();

  later = 16 * HOUR_MS;
  await page.clock.fastForward(later);

  await page.getByText('Nobody is on the board yet').waitFor();
  const seller = await program.signIn(floor.people[4]?.email ?? '', PASSWORD, DAYTIME_ZONE);
  const campaignId = floor.company.campaigns[0]?.campaignId ?? '';
  await seller.post('/api/sales/addsale', { name: 'Early', campaignId, price: 100, status: 'Closed' });
  await page.getByRole('row', { name: /1 Sofia Marchetti 1 sale/ }).waitFor();
  await page.getByTestId('celebration').getByText('Sofia Marchetti').waitFor();
  expect(await page.getByRole('region', { name: 'Commission today' }).textContent()).toContain('$10.44');
  expect(wall.complaints).toEqual([]);
});
