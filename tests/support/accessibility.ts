import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose answer another theme may change; the others look at what a page says, not at its colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Nothing of it is in a frame, and passes interest nobody: both cost more than the rules. */
const OPTIONS = { iframes: false, resultTypes: ['violations'], elementRef: false };

/**
 * What axe finds against WCAG 2.2 A and AA, one line each; `colours` when the rest was looked at already. Evaluated,
 * not inserted: the page forbids inline scripts.
 */
export async function violationsOn(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  const options = { ...OPTIONS, runOnly: what === 'all' ? WCAG : COLOURS };
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
