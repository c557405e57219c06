import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the theme. The others check content, not colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const RULES = {
  all: { runOnly: WCAG },
  colours: { runOnly: COLOURS },
  content: { runOnly: WCAG, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) },
};
/** The pages have no frames and the tests ignore passes: both would cost more than the rules. */
const OPTIONS = { iframes: false, resultTypes: ['violations'], elementRef: false };

/**
 * The faults that axe finds against WCAG 2.2 A and AA, one line each. With `colours` it runs only the rules that
 * depend on the theme, with `content` only the others. The script is evaluated, because the page forbids inline scripts.
 */
export async function violationsOn(page: Page, what: keyof typeof RULES = 'all'): Promise<string[]> {
  const options = { ...OPTIONS, ...RULES[what] };
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
