import { expect, test } from 'vitest';
import { paths } from '../../kit/paths.ts';
import { anEmployee } from '../../testing/people.ts';
import { entriesFor } from './menu.ts';
import { shortcutOf, shortcuts } from './shell-shortcuts.hooks.ts';

const press = (key: string, before: string | null = null, later = 200) =>
  shortcutOf({ key, at: later }, before === null ? null : { key: before, at: 0 })?.keys ?? null;

test('n opens a new sale, / searches, ? explains', () => {
  expect(press('n')).toBe('n');
  expect(press('/')).toBe('/');
  expect(press('?')).toBe('?');
});

test('g and a letter after it lead to a screen', () => {
  expect(press('g')).toBeNull();
  expect(press('d', 'g')).toBe('g d');
  expect(press('g', 'g')).toBe('g g');
});

test('a letter alone, long after g or after another key, is no pair', () => {
  expect(press('d')).toBeNull();
  expect(press('d', 'g', 1501)).toBeNull();
  expect(press('d', 'x')).toBeNull();
  expect(press('n', 'g')).toBe('n');
});

test('no keys have two meanings, and no pair begins with a shortcut', () => {
  const keys = shortcuts.map((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const firsts = keys.filter((each) => each.includes(' ')).map((each) => each[0]);
  expect(keys.filter((each) => firsts.includes(each))).toEqual([]);
});

test('an associate has no shortcut to the screens of managers', () => {
  const own = entriesFor(shortcuts, anEmployee({ employee_role: 'sales associate' }));
  expect(own.map(({ path }) => path)).not.toContain(paths.allGoals);
  expect(shortcutOf({ key: 'g', at: 100 }, { key: 'g', at: 0 }, own)).toBeNull();
});
