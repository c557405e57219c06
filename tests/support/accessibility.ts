import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Nothing of it is in a frame, and passes interest nobody: both cost more than the rules. */
const OPTIONS = { runOnly: WCAG, iframes: false, resultTypes: ['violations'], elementRef: false };

/** What axe finds against WCAG 2.2 A and AA, one line each. Evaluated, not inserted: the page forbids inline scripts. */
export async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(OPTIONS)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
