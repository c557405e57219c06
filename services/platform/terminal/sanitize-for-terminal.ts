/** Replaces the characters that a terminal would obey: controls, and those that change the text direction. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
