import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where the sales are listed. */
export const SALES_LIST = '/layout/mysales';

export const banner = (page: Page) => page.getByRole('alert');
/** A success, in the green banner. */
export const told = (page: Page, message: string) => page.getByRole('status').getByText(message).waitFor();
export const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

/** Asks again until it is so; a busy machine may take its time. */
export const soon = <Value>(read: () => Value) => expect.poll(read);

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const dollars = (value: number) => DOLLARS.format(value);

/** Dollars that are shown, as a number. */
export const amount = (text: string | null) => Number(text?.replace(/[$,]/g, ''));

/** What stands on a card, in its order. */
export async function factsOn(page: Page): Promise<{ names: string[]; values: string[] }> {
  return {
    names: await page.getByRole('term').allTextContents(),
    values: await page.getByRole('definition').allTextContents(),
  };
}

/** After `act` the screen stays for `milliseconds`, not one less, and then is the list. */
export async function expectLeave(page: Page, milliseconds: number, list: string, act: () => Promise<void>) {
  const now = Date.now();
  await page.clock.install({ time: now });
  // Later than the page's own clock can be by now, on a busy machine, too.
  await page.clock.pauseAt(now + 10_000);
  await act();
  const before = page.url();
  await page.clock.runFor(milliseconds - 1);
  expect(page.url()).toBe(before);
  await page.clock.runFor(1);
  await page.waitForURL(`**${list}`);
  await page.clock.resume();
}
