import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { shortcutsAtom } from '../../kit/theme.atoms.ts';
import { canShowPast } from '../../kit/time-travel/as-of-address.ts';
import { timeBarAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { entriesFor, isFormAt } from './menu.ts';
import { shortcutsHelpAtom } from './shell.atoms.ts';
import { type Pressed, shortcutOf, shortcuts } from './shell-shortcuts.ts';

/** Runs the shortcuts, unless the person types, a dialog is open, or the person switched them off. */
export function useShortcuts(): void {
  const isOn = useAtomValue(shortcutsAtom);
  const employee = useAtomValue(employeeAtom);
  const help = useSetAtom(shortcutsHelpAtom);
  const openTimeBar = useSetAtom(timeBarAtom);
  const isPast = useAtomValue(isPastAtom);
  const mayTravel = canShowPast(useLocation().pathname);
  const navigate = useNavigate();
  const before = useRef<Pressed | null>(null);

  useEffect(() => {
    if (!isOn) return;
    const own = entriesFor(shortcuts, employee).filter(({ path }) => !(isPast && path && isFormAt(path)));
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event.target)) return;
      const pressed = { key: event.key, at: event.timeStamp };
      const shortcut = shortcutOf(pressed, before.current, own);
      before.current = shortcut ? null : pressed;
      if (shortcut?.path) void navigate(shortcut.path);
      else if (shortcut?.keys === '?') help(true);
      else if (shortcut?.keys === 't' && mayTravel) openTimeBar(true);
      else if (shortcut?.keys !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, employee, help, navigate, openTimeBar, isPast, mayTravel]);
}

/** A field that a person types into, an open dialog and an open menu get the keys themselves. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog:modal, :popover-open')) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** False on a screen without a search field. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('[data-shortcut="/"]');
  field?.focus();
  return field !== null;
}
