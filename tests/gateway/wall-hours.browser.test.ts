import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';

const HOUR_MS = 3_600_000;
/** The offset of the clocks of program and browser. */
let later = 0;
const world = browserWorld({ clock: { now: () => new Date(Date.now() + later) } });

test('a wall that slept over midnight shows the new day by itself, and celebrates its first sale', async () => {
  const wall = await world.openAs(world.people[0], { width: 1920, height: 1080, motion: true });
  const { page } = wall;
  await page.clock.install();
  await page.goto('/layout/dashboard');
  await page.getByRole('link', { name: 'Wall mode' }).click();
  await page.getByRole('region', { name: 'Clock' }).waitFor();
  await page.getByRole('row', { name: /Sofia/ }).waitFor();

  later = 16 * HOUR_MS;
  await page.clock.fastForward(later);

  await page.getByText('Nobody is on the board yet').waitFor();
  const seller = await world.signIn(world.people[4]);
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  const isCelebrated = page.getByTestId('celebration').getByText('Sofia Marchetti').waitFor();
  await seller.post('/api/sales/addsale', { name: 'Early', campaignId, price: 100, status: 'Closed' });
  await isCelebrated;
  await page.getByRole('row', { name: /1 Sofia Marchetti 1 sale/ }).waitFor();
  const earned = page.getByRole('region', { name: 'Commission today' });
  await expect.poll(() => earned.textContent()).toContain('$10.44');
  expect(wall.complaints).toEqual([]);
});
