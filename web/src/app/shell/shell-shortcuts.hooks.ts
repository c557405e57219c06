import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { paths } from '../../kit/paths.ts';
import type { RequiredRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { shortcutsAtom } from '../../kit/theme.atoms.ts';
import { canShowPast } from '../../kit/time-travel/as-of-address.ts';
import { timeBarAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { entriesFor, isFormAt } from './menu.ts';
import { hasDialogAtom, paletteAtom, shortcutsHelpAtom } from './shell.atoms.ts';

type Shortcut = {
  /** One key, or two in a row: `g d`. */
  keys: string;
  label: string;
  /** The screen that it opens; without a path it acts on the current screen. */
  path?: string;
  onlyFor?: RequiredRole;
};

/** In the order of the help dialog. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'n', label: 'New sale', path: paths.newSale },
  { keys: '/', label: 'Search the list' },
  { keys: 't', label: 'Go back in time' },
  { keys: '?', label: 'Show these shortcuts' },
  { keys: 'g d', label: 'Go to the dashboard', path: paths.dashboard },
  { keys: 'g s', label: 'Go to my sales', path: paths.mySales },
  { keys: 'g g', label: 'Go to the goals', path: paths.allGoals, onlyFor: 'manager' },
  { keys: 'g c', label: 'Go to the campaigns', path: paths.allCampaigns, onlyFor: 'manager' },
  { keys: 'g e', label: 'Go to the employees', path: paths.allEmployees, onlyFor: 'manager' },
  { keys: 'g t', label: 'Go to my team', path: paths.myTeam, onlyFor: 'manager' },
  { keys: 'g j', label: 'Go to the job aids', path: paths.allJobAids },
];

/** The second key of a pair must follow soon; later it counts as a key of its own. */
const SOON_MS = 1500;

type Pressed = { key: string; at: number };

/** The shortcut of a key after the key before it; null without one (yet). `at` in milliseconds. */
export function shortcutOf(
  { key, at }: Pressed,
  before: Pressed | null,
  of: readonly Shortcut[] = shortcuts,
): Shortcut | null {
  const isSoon = before !== null && at - before.at <= SOON_MS;
  const pair = isSoon ? of.find(({ keys }) => keys === `${before.key} ${key}`) : undefined;
  return pair ?? of.find(({ keys }) => keys === key) ?? null;
}

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
  const store = useStore();

  useEffect(() => {
    if (!isOn) return;
    const own = entriesFor(shortcuts, employee).filter(({ path }) => !(isPast && path && isFormAt(path)));
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (store.get(hasDialogAtom) || isBusy(event.target)) return;
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
  }, [isOn, employee, help, navigate, openTimeBar, isPast, mayTravel, store]);
}

/** Ctrl K, on a Mac ⌘ K, opens the palette: also from a field, and while single keys are switched off. */
export function usePaletteKey(): void {
  const open = useSetAtom(paletteAtom);
  const store = useStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isMeant || event.key.toLowerCase() !== 'k' || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      if (!store.get(hasDialogAtom)) open(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open, store]);
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
