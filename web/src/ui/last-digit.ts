/** The content of a field for a single digit, 0 to 9, after typing into it: the newest digit. */
export function lastDigit(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(-1);
}
