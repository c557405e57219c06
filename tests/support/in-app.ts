import type { Page } from 'playwright-core';

/** Leads to an address within the page that is open, as a link does; loading the page anew takes much longer. */
export async function goInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
    history.pushState({ idx, key: String(idx), usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}
