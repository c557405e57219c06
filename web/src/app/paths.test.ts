import { expect, test } from 'vitest';
import { loginPath, paths, pathTo, wantedPath } from './paths.ts';

const search = (path: string) => path.slice(path.indexOf('?'));

test('who is sent to sign in comes back to where he wanted to go', () => {
  expect(wantedPath(search(loginPath('/layout/mysales?date=2026-03-02')))).toBe(
    '/layout/mysales?date=2026-03-02',
  );
});

test('without a wish there is the dashboard', () => {
  expect(loginPath(paths.dashboard)).toBe('/login');
  expect(wantedPath('')).toBe(paths.dashboard);
});

test.each([
  'https://evil.test/layout/x',
  '//evil.test/layout/x',
  '/layout/../../evil',
  '/layout/\\evil.test',
  '/other',
])('a wish for %s is not followed', (wish) =>
  expect(wantedPath(`?to=${encodeURIComponent(wish)}`)).toBe(paths.dashboard),
);

test('the address of a row has its id, whatever stands in it', () => {
  expect(pathTo(paths.goal, 'a/b')).toBe('/layout/allgoals/goal/a%2Fb');
});
