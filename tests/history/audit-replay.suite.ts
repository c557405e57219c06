import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';

const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
const decimals = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The board on the screen: name, rate and commission of each row, in order. */
const boardOn = (page: Page) =>
  page
    .getByRole('table', { name: 'Daily Billboard' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        ['Name', 'Sales/hr', 'Commission'].map((label) => {
          const cell = row.querySelector(`[data-label="${label}"]`);
          return (cell instanceof HTMLElement ? cell.innerText : '').replace(/\s+You$/, '').trim();
        }),
      ),
    );

const shown = (row: BillboardRow) => [
  `${row.first_name} ${row.last_name}`,
  row.sales_per_hour === 'N/A' ? 'N/A' : decimals.format(row.sales_per_hour),
  dollars.format(row.commission),
];

const playOf = async (page: Page) => Number(await page.getByLabel('Time of the day').inputValue());

export function auditReplay(world: BrowserWorld): void {
  test('the replay of a day starts, pauses, steps, follows the slider and ends with the board of that day', async () => {
    const client = await world.signIn(world.people[4]);
    const { page, complaints } = await world.openAs(client, { motion: true });
    await page.goto('/layout/dashboard');
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.getByRole('heading', { name: 'Replay', exact: true }).waitFor();

    // It plays by itself.
    await expect.poll(() => playOf(page)).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

    // Event by event, with its text.
    await page.keyboard.press('Home');
    await page.getByText('The board is empty').waitFor();
    await expect.poll(() => playOf(page)).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByText('Amara Okafor started a shift').waitFor();
    await expect.poll(() => playOf(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Next event' }).click();
    await page.getByText(/Event [2-9]/).waitFor();

    // It ends with today's board. Rates depend on the millisecond of the request, so compare again if they differ.
    const date = localDate(new Date().toISOString(), DAYTIME_ZONE);
    await page.reload();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Again' }).waitFor();
    const { body } = await client.get(`/api/logs/getlogsdaily/${date}`);
    const board = body.requestedData as BillboardRow[];
    expect(board.length).toBeGreaterThanOrEqual(world.people.length);
    await expect.poll(() => boardOn(page)).toEqual(board.map(shown));

    // Back and forth on the slider, then again from the start.
    await page.getByLabel('Time of the day').fill('1');
    await page.getByText('The board is empty').waitFor();
    await page.getByText('4×').click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('with reduced motion it does not start by itself; only managers see prices', async () => {
    const date = localDate(new Date().toISOString(), DAYTIME_ZONE);
    const [associate, manager] = [
      await world.openAs(world.people[0]),
      await world.openAs(world.team.manager),
    ];
    const says = async ({ page }: typeof manager) => {
      await page.goto(`/layout/replay/${date}`);
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      expect(await playOf(page)).toBe(0);
      await page.keyboard.press('End');
      // Back from the end, to the last sale that was closed.
      const last = page.getByTestId('replay-moment');
      let said: string | null = null;
      const before = async () => {
        await page.keyboard.press('ArrowLeft');
        said = await last.textContent();
        return said;
      };
      await expect.poll(before).toMatch(/ closed (a sale|\$)/);
      return said;
    };
    expect(await says(associate)).toMatch(/closed a sale$/);
    expect(await says(manager)).toMatch(/closed \$[\d,]+\.\d\d$/);
  });
}
