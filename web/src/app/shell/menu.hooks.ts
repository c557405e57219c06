import { useAtomValue } from 'jotai';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { isFormAt, type MenuEntry, menuFor } from './menu.ts';

/** The side menu of this person, without the forms while the screen shows the past. */
export function useMenu(): readonly MenuEntry[] {
  const menu = menuFor(useAtomValue(employeeAtom));
  const isPast = useAtomValue(isPastAtom);
  if (!isPast) return menu;
  return menu.map(({ entries, ...group }) =>
    entries ? { ...group, entries: entries.filter(({ path }) => !isFormAt(path)) } : group,
  );
}
