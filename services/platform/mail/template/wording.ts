import type { Cents } from '#contracts/money.ts';

/** `Saturday, November 28, 2026, 10:00 a.m. EST`: an instant (UTC ISO-8601) in an IANA zone, which it names. */
export function readableInstant(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
  // ICU separates with spaces that some mail programs show as boxes.
  return parts.replace(/[\u00a0\u202f]/g, ' ');
}

/** `November 20, 2026`: a date yyyy-mm-dd. */
export function readableDay(day: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));
}

/** `$1,180.00 CAD`, whole cents. */
export function readableMoney(cents: Cents): string {
  const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' }).format(cents / 100);
  return `${dollars.replace(/[\u00a0\u202f]/g, ' ')} CAD`;
}

/** `1 registered employee`, `12 registered employees`. */
export function registeredEmployees(count: number): string {
  return `${count} registered ${count === 1 ? 'employee' : 'employees'}`;
}
