import type { ExportHeader } from './export-lines.ts';

/** What people read in an exported page. */
export type PageText = {
  readonly title: string;
  /** All of the body but scripts. */
  readonly text: string;
};

/** What stands there until the page has checked itself. */
export const UNCHECKED =
  'Not checked. This page checks itself when it is complete and its script runs. If you still read this after a ' +
  'moment, the file was changed or cut short, or this browser runs no scripts.';

export function pageTitle({ companyName, person }: Pick<ExportHeader, 'companyName' | 'person'>): string {
  return person ? `Statement of ${person.name}` : `History of ${companyName}`;
}

/** Whether a page says what it was made to say, and nothing else beside it. */
export function isPageOf(header: ExportHeader, { title, text }: PageText): boolean {
  const expected = pageTitle(header);
  return words(title) === words(expected) && words(text) === words(`${expected} ${UNCHECKED}`);
}

/** Browsers collapse spaces. */
function words(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
