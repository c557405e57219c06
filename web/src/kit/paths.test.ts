import { expect, test } from 'vitest';
import { loginPath, paths, pathTo, wantedPath } from './paths.ts';

const search = (path: string) => path.slice(path.indexOf('?'));

test.each([
  '/layout/mysales?date=2026-03-02',
  '/layout/mysales?as-of=2026-03-12T18:05:00Z',
  '/layout/mysales?as-of=@1234',
  '/layout/allcampaigns?q=St.+John%27s+*',
])('after signing in people return to the page that they wanted: %s', (wanted) =>
  expect(wantedPath(search(loginPath(wanted)))).toBe(wanted),
);

test('without a wanted page there is the dashboard', () => {
  expect(loginPath(paths.dashboard)).toBe('/login');
  expect(wantedPath('')).toBe(paths.dashboard);
});

test.each([
  'https://evil.test/layout/x',
  '//evil.test/layout/x',
  '/layout/../../evil',
  '/layout/\\evil.test',
  '/other',
])('the wanted page %s is ignored', { tags: ['asvs-3.7.2'] }, (wish) =>
  expect(wantedPath(`?to=${encodeURIComponent(wish)}`)).toBe(paths.dashboard),
);

test('the address of a row has its id, whatever characters the id has', () => {
  expect(pathTo(paths.goal, 'a/b')).toBe('/layout/allgoals/goal/a%2Fb');
});
