import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the theme. The others check content, not colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const RULES = {
  all: { runOnly: WCAG },
  colours: { runOnly: COLOURS },
  content: { runOnly: WCAG, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) },
};
/** The minified one: a page reads it in half of the time. */
const SCRIPT = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/**
 * The pages have no frames, the tests ignore passes, and no rule of WCAG reads the style sheets, only those that are
 * experiments: each would cost more than the rules.
 */
const OPTIONS = {
  iframes: false,
  resultTypes: ['violations'],
  elementRef: false,
  preload: { assets: ['media'] },
};

/** Runs in the page. */
const linesOf = ({ violations }: AxeResults): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );

/**
 * The faults that axe finds against WCAG 2.2 A and AA, one line each. With `colours` it runs only the rules that
 * depend on the theme, with `content` only the others. The script is evaluated, because the page forbids inline scripts.
 */
export async function violationsOn(page: Page, what: keyof typeof RULES = 'all'): Promise<string[]> {
  const options = { ...OPTIONS, ...RULES[what] };
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(SCRIPT);
  // Only the lines leave the page: the whole report is large, and its way here costs more than most rules.
  return await page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(${linesOf})`);
}
