import { changeText } from '#contracts/history/csv.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';

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
  const about = person && person.id !== actor?.id ? ` of ${person.name}` : '';
  const by = actor ? `, ${actor.name}` : '';
  const head = `${at}  ${title}: ${subject.name}${about}${by}, ${from} (@${position})`;
  const lines = changes.filter(({ changed }) => changed).map((change) => `    ${changeText(change)}`);
  return harmless([head, ...lines].join('\n'));
}

/** What people typed may hold what a terminal would obey. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\uFFFD');
}
