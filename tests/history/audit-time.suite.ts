import { expect, test } from 'vitest';
import { AS_OF } from '#contracts/as-of.ts';
import { localDate } from '#contracts/local-date.ts';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { amount, soon } from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';

/** An instant in the past when this returns: later events come after it. */
function momentThatPassed(): string {
  const now = Date.now();
  while (Date.now() <= now);
  return new Date(now).toISOString();
}

/** Going back in time on the screens, and comparing a day with today's knowledge. */
export function auditTime(world: BrowserWorld): void {
  test('all screens go back in time together, write nothing there, and return to now', async () => {
    const boss = await world.openDashboard(world.team.manager);
    const { page } = boss;
    const band = page.getByTestId('as-of');
    const today = page.getByTestId('commission-today');

    // By the key and the field: the company did not exist yesterday.
    await page.keyboard.press('t');
    const field = page.getByLabel('Date and time');
    const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('en-CA', {
      timeZone: DAYTIME_ZONE,
    });
    await field.fill(`${yesterday}T12:00`);
    await field.press('Enter');
    await band.getByText('before anything was recorded').waitFor();
    await page.getByText('Nobody was on the board yet').waitFor();
    await page.getByText('You were not in the company yet').first().waitFor();
    expect(await page.getByRole('link', { name: 'New Sale' }).count()).toBe(0);
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    const { searchParams } = new URL(page.url());

    // Links keep the moment, keys open no forms, Back returns the same way.
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'Go back in time' });
    await soon(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'Goals', exact: true }).click();
    await page.getByText('No goals at that time').waitFor();
    await soon(() => new URL(page.url()).searchParams.get(AS_OF)).toBe(searchParams.get(AS_OF));
    expect(await page.getByRole('link', { name: 'Add Goal' }).count()).toBe(0);
    await page.keyboard.press('n');
    await page.getByRole('link', { name: 'Job Aids', exact: true }).click();
    await page.getByText('This screen shows today').waitFor();
    await page.goBack();
    await page.goBack();
    await band.waitFor();
    await page.goBack();
    await band.waitFor({ state: 'detached' });
    await soon(() => new URL(page.url()).search).toBe('');

    // A moment ago, and the sales since then.
    const moment = momentThatPassed();
    const seller = await world.signIn(world.team.manager);
    const [campaign] = world.team.company.campaigns;
    const sale = {
      name: 'After that',
      campaignId: campaign?.campaignId ?? '',
      price: '1000',
      status: 'Closed',
    };
    expect((await seller.post('/api/sales/addsale', sale)).status).toBe(200);
    await soon(async () => amount(await today.textContent())).toBeGreaterThan(0);
    const earned = amount(await today.textContent());
    await page.goto(`/layout/dashboard?as-of=${moment}`);
    await band.waitFor();
    await soon(() => today.textContent()).toBe('$0.00');
    expect(await page.getByRole('button', { name: /^Shift Duration: .* Edit$/ }).count()).toBe(0);

    // The slider steps by keys; then the changes since that moment.
    await page.getByRole('button', { name: 'Go back in time' }).click();
    const shown = page.url();
    await page.getByRole('slider').press('ArrowLeft');
    await soon(() => page.url()).not.toBe(shown);
    await page.goto(shown);
    await page.getByRole('link', { name: 'Then and today' }).click();
    await page.getByRole('heading', { name: 'Then and today' }).waitFor();
    const day = localDate(moment, DAYTIME_ZONE);
    await soon(() => new URL(page.url()).pathname).toBe(`/layout/comparison/${day}`);
    await page.getByText('1 of').waitFor();
    await page.getByText(/Sale recorded/).waitFor();
    await page
      .getByRole('row', { name: /Commission/ })
      .getByText(String(earned))
      .waitFor();

    await page.goto(`/layout/comparison/${day}`);
    await page.getByText('This day is not over yet').waitFor();

    await page.goto(shown);
    await band.getByRole('button', { name: 'Back to now' }).click();
    await band.waitFor({ state: 'detached' });
    await soon(async () => amount(await today.textContent())).toBe(earned);
    // A later employee is on no screen: the browser logs the refusal.
    expect(boss.complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([]);
  });

  test('a moment that cannot be shown is reported', async () => {
    const notYet = '/layout/mysales?as-of=2999-01-01T00:00:00Z';
    const { page } = await world.openAt(notYet, world.people[0], { width: 390, height: 844 });
    await page.getByText('This moment has not come yet').waitFor();
    await page.goto('/layout/mysales?as-of=yesterday');
    await page.getByText('cannot be read').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('heading', { name: 'My Sales' }).waitFor();
    await soon(() => new URL(page.url()).search).toBe('');
  });
}
