import type { ExportHeader } from './export-lines.ts';

/** The visible text of an exported page. */
export type PageText = {
  readonly title: string;
  /** The body without scripts. */
  readonly text: string;
};

/** The page shows this until it has checked itself. */
export const UNCHECKED =
  'Not checked. This page checks itself when it is complete and its script runs. If you still read this after a ' +
  'moment, the file was changed or cut short, or this browser runs no scripts.';

export function pageTitle({ companyName, person }: Pick<ExportHeader, 'companyName' | 'person'>): string {
  return person ? `Statement of ${person.name}` : `History of ${companyName}`;
}

/** Whether the page shows exactly the text it was exported with. */
export function isPageOf(header: ExportHeader, { title, text }: PageText): boolean {
  const expected = pageTitle(header);
  return words(title) === words(expected) && words(text) === words(`${expected} ${UNCHECKED}`);
}

/** Compares like a browser, which collapses white space. */
function words(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
