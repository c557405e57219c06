import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The list of sales. */
export const SALES_LIST = '/layout/mysales';

export const banner = (page: Page) => page.getByRole('alert');
/** Waits for a success message, in the green banner. */
export const waitForSuccess = (page: Page, message: string) =>
  page.getByRole('status').getByText(message).waitFor();
export const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

/** Waits for what the shell loads some time after the first screen. */
export async function isWhole(page: Page): Promise<void> {
  const chunk = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('after-start'))?.name,
  );
  // Its listeners are there when it has run, and React has nothing left to do.
  await page.evaluate(`(async () => {
    await import('${await chunk.jsonValue()}');
    await new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle)));
  })()`);
}

/** Dispatches the event for a tab that was left or returned to. */
export const look = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Retries until the condition holds, with time for a busy machine. */
export const soon = <Value>(read: () => Value) => expect.poll(read);

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const dollars = (value: number) => DOLLARS.format(value);

/** A shown amount in dollars, as a number. */
export const amount = (text: string | null) => Number(text?.replace(/[$,]/g, ''));

/** The texts of a card, in order. */
export async function factsOn(page: Page): Promise<{ names: string[]; values: string[] }> {
  return {
    names: await page.getByRole('term').allTextContents(),
    values: await page.getByRole('definition').allTextContents(),
  };
}

/** After `act` the screen stays for exactly these milliseconds, by a timer of the page, then the list shows. */
export async function expectLeave(page: Page, milliseconds: number, list: string, act: () => Promise<void>) {
  // Timers of this length run when the test says so.
  const timers = await page.evaluateHandle((length) => {
    const start = globalThis.setTimeout;
    const held: (() => void)[] = [];
    const hold = (run: () => void, delay?: number) =>
      delay === length ? -held.push(run) : start(run, delay);
    globalThis.setTimeout = hold as typeof setTimeout;
    return held;
  }, milliseconds);
  await act();
  const before = page.url();
  const message = `timers of ${milliseconds} ms after the success`;
  await expect.poll(() => timers.evaluate(({ length }) => length), { message }).toBe(1);
  expect(page.url()).toBe(before);
  await timers.evaluate((held) => {
    for (const run of held) run();
  });
  const path = () => new URL(page.url()).pathname;
  await expect.poll(path, { message: `the screen ${milliseconds} ms after the success` }).toBe(list);
}
