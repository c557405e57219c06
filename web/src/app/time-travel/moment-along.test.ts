import { createMemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { searchAlong, searchAsOf, takingMomentAlong } from './moment-along.ts';

const HERE = '?q=roof&as-of=2026-03-12T18:05:00Z';

test('who looks at the past takes it along, and only it', () => {
  expect(searchAlong('/layout/mysales', '', HERE)).toBe('?as-of=2026-03-12T18:05:00Z');
  expect(searchAlong('/layout/mysales', '?date=2026-03-02', HERE)).toBe(
    '?date=2026-03-02&as-of=2026-03-12T18:05:00Z',
  );
  expect(searchAlong('', '?date=2026-03-02', HERE)).toBe('?date=2026-03-02&as-of=2026-03-12T18:05:00Z');
});

test('not out of the product, not into now, and not over a moment that a link names itself', () => {
  expect(searchAlong('/login', '?to=x', HERE)).toBe('?to=x');
  expect(searchAlong('/layout/mysales', '?as-of=', HERE)).toBe('');
  expect(searchAlong('', '?q=roof&as-of=', HERE)).toBe('?q=roof');
  expect(searchAlong('/layout/mysales', '?as-of=2026-01-01T00:00:00Z', HERE)).toBe(
    '?as-of=2026-01-01T00:00:00Z',
  );
  expect(searchAlong('/layout/mysales', '?q=x', '?q=roof')).toBe('?q=x');
});

test('a moment is put into an address once, and as people can read it', () => {
  expect(searchAsOf(HERE, '2026-04-01T00:00:00.000Z')).toBe('?q=roof&as-of=2026-04-01T00:00:00Z');
  expect(searchAsOf('', '2026-04-01T00:00:00.250Z')).toBe('?as-of=2026-04-01T00:00:00.250Z');
});

test('links and navigation of the router do so', async () => {
  const routes = ['/layout/dashboard', '/layout/mysales', '/'].map((path) => ({ path }));
  const plain = createMemoryRouter(routes, { initialEntries: ['/layout/dashboard'] });
  const router = takingMomentAlong(plain);
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
