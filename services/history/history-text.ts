import type { HistoryEntry, ShownChange } from '#contracts/history/entry.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';

/** An entry for a terminal: a line with what happened, the actor and the origin, and a line for each change. */
export function entryText({
  at,
  title,
  subject,
  actor,
  person,
  from,
  changes,
  position,
}: HistoryEntry): string {
  const isSomebodyElse = person && ![actor?.id, subject.id].includes(person.id);
  const about = isSomebodyElse ? ` of ${person.name}` : '';
  const by = actor ? `, ${actor.name}` : '';
  const head = `${at}  ${title}: ${subject.name}${about}${by}, ${from} (@${position})`;
  const told = changes.filter(({ changed }) => changed).map((change) => `    ${changeText(change)}`);
  return [head, ...told].map(sanitizeForTerminal).join('\n');
}

/** `Price: $100.00 → $200.00`; the part before the arrow is left out when there was no value. */
export function changeText({ label, before, after }: ShownChange): string {
  if (before === null) return `${label}: ${after?.text ?? ''}`;
  return `${label}: ${before.text} → ${after?.text ?? 'none'}`;
}
