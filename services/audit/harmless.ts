/**
 * What people typed, or somebody put into a file or a database, may hold what a terminal would obey: control
 * characters, and those that turn the order of what follows.
 */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
