import { createMemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { keepAsOf, searchKeepingAsOf, searchWithAsOf } from './keep-as-of.ts';

const HERE = '?q=roof&as-of=2026-03-12T18:05:00Z';

test('a link from a screen of the past keeps the moment, and nothing else', () => {
  expect(searchKeepingAsOf('/layout/mysales', '', HERE)).toBe('?as-of=2026-03-12T18:05:00Z');
  expect(searchKeepingAsOf('/layout/mysales', '?date=2026-03-02', HERE)).toBe(
    '?date=2026-03-02&as-of=2026-03-12T18:05:00Z',
  );
  expect(searchKeepingAsOf('', '?date=2026-03-02', HERE)).toBe('?date=2026-03-02&as-of=2026-03-12T18:05:00Z');
});

test('links to other sites, to now and to a moment of their own do not keep it', () => {
  expect(searchKeepingAsOf('/login', '?to=x', HERE)).toBe('?to=x');
  expect(searchKeepingAsOf('/layout/mysales', '?as-of=', HERE)).toBe('');
  expect(searchKeepingAsOf('', '?q=roof&as-of=', HERE)).toBe('?q=roof');
  expect(searchKeepingAsOf('/layout/mysales', '?as-of=2026-01-01T00:00:00Z', HERE)).toBe(
    '?as-of=2026-01-01T00:00:00Z',
  );
  expect(searchKeepingAsOf('/layout/mysales', '?q=x', '?q=roof')).toBe('?q=x');
});

test('an address has the moment once, in a readable form', () => {
  expect(searchWithAsOf(HERE, '2026-04-01T00:00:00.000Z')).toBe('?q=roof&as-of=2026-04-01T00:00:00Z');
  expect(searchWithAsOf('', '2026-04-01T00:00:00.250Z')).toBe('?as-of=2026-04-01T00:00:00.250Z');
});

test('links and navigation of the router keep the moment', async () => {
  const routes = ['/layout/dashboard', '/layout/mysales', '/'].map((path) => ({ path }));
  const plain = createMemoryRouter(routes, { initialEntries: ['/layout/dashboard'] });
  const router = keepAsOf(plain);
  const { search } = plain.state.location;
  const at = () => plain.state.location.pathname + plain.state.location.search;
  const href = (pathname: string) =>
    router.createHref({ pathname, search: '', hash: '', state: null, key: 'k', mask: undefined });
  expect(search).toBe('');
  await router.navigate('/layout/mysales');
  expect(at()).toBe('/layout/mysales');
  await router.navigate('?as-of=2026-03-12T18:05:00Z');
  await router.navigate('/layout/dashboard', { replace: true });
  expect(at()).toBe('/layout/dashboard?as-of=2026-03-12T18:05:00Z');
  expect(href('/layout/mysales')).toBe('/layout/mysales?as-of=2026-03-12T18:05:00Z');
  expect(href('/')).toBe('/');
  await router.navigate(-1);
  expect(at()).toBe('/layout/mysales');
  expect(router.state.location.pathname).toBe('/layout/mysales');
});
