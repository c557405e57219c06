import type { Page } from 'playwright-core';

export type Seen = {
  /** When the heading of the page appeared. */
  heading: number;
  /** The largest paint so far, and the layout shift. */
  paint: number;
  shift: number;
  /** When each script had loaded. */
  scripts: [name: string, at: number][];
};

/** Every page records the measures of the budgets. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { heading: 0, paint: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver((_changes, self) => {
      if (!document.querySelector('h1, h2')) return;
      seen.heading = performance.now();
      self.disconnect();
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function seenOn(page: Page): Promise<Seen> {
  return await page.evaluate(() => ({
    ...(globalThis as unknown as { seen: Omit<Seen, 'scripts'> }).seen,
    scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, responseEnd }): [string, number] => [new URL(name).pathname, responseEnd]),
  }));
}
