/** Reads the hours of a shift: a single digit, 0 to 9; null for anything else. */
export function readHours(said: number | string): number | null {
  return /^[0-9]$/.test(String(said)) ? Number(said) : null;
}
