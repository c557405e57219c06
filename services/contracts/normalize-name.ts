/** The form in which names are compared: without case, full-width forms and repeated spaces. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
