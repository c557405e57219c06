/**
 * True when the database understood a write and refuses its data, as it always will: bad values, violated
 * constraints, a row too large. Everything else (connection, shutdown, locks, resources, a table that a
 * rebuild is just replacing) may pass, and is tried again.
 */
export function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(21|22|23|54)...$/.test(code);
}
