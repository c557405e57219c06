/**
 * Turns an instant of Postgres (`2026-01-05 14:00:01.5+00`) into UTC ISO-8601 with all its microseconds. In the zone
 * UTC, the usual one, it edits the text: parsing the date would cost as much as reading the event. Values that are
 * not instants in JavaScript (infinity, years BC) stay as Postgres writes them.
 */
export function isoInstant(text: string): string {
  const isUtc = text.endsWith('+00') && text[10] === ' ' && (text[19] === '+' || text[19] === '.');
  if (isUtc) return `${text.slice(0, 10)}T${text.slice(11, 19)}.${microseconds(text.slice(20, -3))}Z`;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return `${at.toISOString().slice(0, -5)}.${microseconds(/\.(\d+)/.exec(text)?.[1] ?? '')}Z`;
}

function microseconds(digits: string): string {
  return `${digits}000000`.slice(0, 6);
}
