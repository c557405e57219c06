import type { Locator, Page } from 'playwright-core';

/** Follows a link and comes back to where it was. */
export async function leadsTo(page: Page, link: Locator, path: string): Promise<void> {
  const title = await page.title();
  await link.click();
  await page.waitForURL((url) => url.pathname === path);
  // The address changes first, both ways: who goes back before the page does has never left.
  await page.waitForFunction((before) => document.title !== before, title);
  await page.goBack();
  await page.waitForFunction((before) => document.title === before, title);
}
