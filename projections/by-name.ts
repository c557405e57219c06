const collator = new Intl.Collator('en');

/** Compares names as a person sorts them, whatever the language of the database. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
