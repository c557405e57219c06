import { paths } from '../routes/paths.ts';
import type { Need } from '../session/permissions.ts';

export type Shortcut = {
  /** One key, or two after each other: `g d`. */
  keys: string;
  label: string;
  /** Where it leads; the others do something on the spot. */
  path?: string;
  onlyFor?: Need;
};

/** In the order in which they are explained. */
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

/** The second of two keys comes soon, or it is a key of its own. */
const SOON_MS = 1500;

export type Pressed = { key: string; at: number };

/** What a key means after the one before it; null when it means nothing (yet). `at` in milliseconds. */
export function shortcutOf(
  { key, at }: Pressed,
  before: Pressed | null,
  of: readonly Shortcut[] = shortcuts,
): Shortcut | null {
  const isSoon = before !== null && at - before.at <= SOON_MS;
  const pair = isSoon ? of.find(({ keys }) => keys === `${before.key} ${key}`) : undefined;
  return pair ?? of.find(({ keys }) => keys === key) ?? null;
}
