import type { Locator, Page } from 'playwright-core';

/** Follows a link and goes back. */
export async function leadsTo(page: Page, link: Locator, path: string): Promise<void> {
  const title = await page.title();
  await link.click();
  await page.waitForURL((url) => url.pathname === path);
  // The address changes before the page: going back too early would never have left.
  await page.waitForFunction((before) => document.title !== before, title);
  await page.goBack();
  await page.waitForFunction((before) => document.title === before, title);
}
