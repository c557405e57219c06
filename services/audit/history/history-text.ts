import { changeText } from '#contracts/history/csv.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { harmless } from '../harmless.ts';

/** An entry for a terminal: a line that says what, who and from where, and a line for each change. */
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
  return [head, ...told].map(harmless).join('\n');
}
