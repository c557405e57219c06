import { paths } from '../../kit/paths.ts';
import type { RequiredRole } from '../../kit/session/permissions.ts';

export type Shortcut = {
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

export type Pressed = { key: string; at: number };

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
