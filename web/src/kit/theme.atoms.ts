import { atom } from 'jotai';
import { readStorage, writeStorage } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'tallyboard.theme';
const WALL_THEME_KEY = 'tallyboard.wall-theme';
const SHORTCUTS_KEY = 'tallyboard.shortcuts';

const chosenThemeAtom = atom<Theme>(THEMES.find((theme) => theme === readStorage(THEME_KEY)) ?? 'system');

export const themeAtom = atom(
  (get) => get(chosenThemeAtom),
  (_get, set, theme: Theme) => {
    writeStorage(THEME_KEY, theme);
    set(chosenThemeAtom, theme);
  },
);

const systemIsDarkAtom = atom(false);
systemIsDarkAtom.onMount = (set) => {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const listen = () => set(query.matches);
  listen();
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
};

/** The theme on the screen: the chosen one, or that of the system. */
export const drawnThemeAtom = atom((get): 'light' | 'dark' => {
  const theme = get(themeAtom);
  return theme === 'system' ? (get(systemIsDarkAtom) ? 'dark' : 'light') : theme;
});

const chosenWallThemeAtom = atom<'light' | 'dark'>(
  readStorage(WALL_THEME_KEY) === 'light' ? 'light' : 'dark',
);

/** The wall has its own theme, dark by default. */
export const wallThemeAtom = atom(
  (get) => get(chosenWallThemeAtom),
  (_get, set, theme: 'light' | 'dark') => {
    writeStorage(WALL_THEME_KEY, theme);
    set(chosenWallThemeAtom, theme);
  },
);

/** Single-letter shortcuts can be switched off: they disturb people who control their computer by voice. */
const shortcutsOnAtom = atom(readStorage(SHORTCUTS_KEY) !== 'off');
export const shortcutsAtom = atom(
  (get) => get(shortcutsOnAtom),
  (_get, set, on: boolean) => {
    writeStorage(SHORTCUTS_KEY, on ? 'on' : 'off');
    set(shortcutsOnAtom, on);
  },
);
