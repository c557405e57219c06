import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#contracts/paths.ts';
import { webApp } from './pages.ts';

let app: FastifyInstance;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-web-'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Tallyboard</title>');
  writeFileSync(join(directory, 'icon.svg'), '<svg/>');
  mkdirSync(join(directory, '.vite'));
  writeFileSync(
    join(directory, '.vite/screens.json'),
    JSON.stringify({
      '/contact': Array.from({ length: 200 }, (_, at) => `assets/${at}.js`),
      '/pricing': ['assets/p.js'],
      '/layout/allgoals/goal/:id': ['assets/g.js', 'assets/g.css'],
    }),
  );
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'assets/app-1f2e.js'), 'plain');
  writeFileSync(join(directory, 'assets/app-1f2e.js.br'), 'compressed');
  const web = webApp(directory);
  if (!web) throw new Error('there is a build');
  app = Fastify();
  await web.attach(app);
  app.setNotFoundHandler((request, reply) => web.notFound(request, reply));
});
afterAll(() => app.close());

async function ask(url: string, headers: Record<string, string> = {}, method: HTTPMethods = 'GET') {
  const reply = await app.inject({ method: method as 'GET', url, headers });
  return { status: reply.statusCode, type: reply.headers['content-type']?.split(';')[0], body: reply.body };
}

const page = { status: 200, type: 'text/html' };
const missing = { status: 404, type: 'application/json' };

describe('an address of the app', () => {
  test.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'text/html' }])(
    'is the page for %j',
    async (headers) => {
      expect(await ask('/layout/dashboard', headers)).toMatchObject(page);
    },
  );

  test.each([...Object.values(paths), '/layout', '/PRICING', '/pricing/', '/?to=/nowhere'])(
    '%s is found',
    async (path) => {
      expect(await ask(path.replace(':kind', 'job-aid').replaceAll(/:\w+/g, 'x%20y'))).toMatchObject(page);
    },
  );

  test.each([
    '/nowhere',
    '/layout/nowhere',
    '/layout/allgoals/goal',
    '/pricing/x',
    '/layout/history/banana/1',
  ])('%s is the page, too, which says that it was not found', async (path) => {
    expect(await ask(path)).toMatchObject({ ...page, status: 404 });
  });

  test('is the page where the query has a dot', async () => {
    expect(await ask('/confirmemail?email=ann@example.test')).toMatchObject(page);
  });

  test('answers HEAD like GET, without the body', async () => {
    expect(await ask('/', {}, 'HEAD')).toEqual({ ...page, body: '' });
  });

  test('accepts no writes', async () => {
    expect(await ask('/login', {}, 'POST')).toMatchObject(missing);
  });
});

describe('the page announces the files of its screen', () => {
  const linksOf = async (url: string, cookie = '') =>
    String((await app.inject({ url, headers: { cookie } })).headers.link ?? '').split(', ');

  test('to visitors', async () => {
    expect(await linksOf('/pricing')).toEqual(['</assets/p.js>; rel=modulepreload']);
  });

  test.each(['tb_session=x', 'a=b; __Host-tb_session=x'])(
    'and the session, with the cookie %s',
    async (cookie) => {
      expect(await linksOf('/layout/AllGoals/goal/7?a=b', cookie)).toEqual([
        '</api/employees/getemployee>; rel=preload; as=fetch; crossorigin',
        '</assets/g.js>; rel=modulepreload',
        '</assets/g.css>; rel=preload; as=style; crossorigin',
      ]);
    },
  );

  test.each([
    ['without a session', 'a=b'],
    ['of a person who has logged out there without a network', 'tb_session=x; tb_signed_out=1'],
  ])('but nothing of the signed-in part %s', async (_whose, cookie) => {
    expect(await linksOf('/layout/allgoals/goal/7', cookie)).toEqual(['']);
  });

  test('in a header that proxies accept', async () => {
    const links = await linksOf('/contact');
    expect(links[0]).toBe('</assets/0.js>; rel=modulepreload');
    expect(links.join(', ').length).toBeLessThanOrEqual(2800);
    expect(links.length).toBeGreaterThan(70);
  });

  test.each(['/nowhere', '/terms-of-use'])('nothing for %s, of which the build has no list', async (url) => {
    expect(await linksOf(url)).toEqual(['']);
  });
});

describe('a file of the build', () => {
  test.each([
    ['/icon.svg', 'image/svg+xml', 'no-cache', '<svg/>'],
    ['/assets/app-1f2e.js', 'application/javascript', 'public, max-age=31536000, immutable', 'plain'],
  ])('%s is served, with the right cache headers', async (url, type, kept, body) => {
    expect(await ask(url)).toEqual({ status: 200, type, body });
    const { headers } = await app.inject({ url });
    expect(headers['cache-control']).toBe(kept);
  });

  test('is sent compressed to a client that accepts it', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const reply = await app.inject({ url: '/assets/app-1f2e.js', headers });
    expect([reply.headers['content-encoding'], reply.body]).toEqual(['br', 'compressed']);
  });
});

test.each([
  '/api',
  '/assets',
  '/assets/',
  '/api/nothing',
  '/ws/nothing',
  '/socket.io/',
  '/assets/gone',
  '/gone.js',
  '/assets/..%2findex.html',
  '/assets/gone.js?v=1',
])('%s is not the page', async (url) => {
  expect(await ask(url, { accept: 'text/html' })).toMatchObject(missing);
});

test('without a build nothing is served', () => {
  expect(webApp(join(tmpdir(), 'no-such-build'))).toBeUndefined();
});

test('the release is the one that the build wrote into its page', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-release-'));
  writeFileSync(join(directory, 'index.html'), '<meta name="release" content="3fa9c0ffee12">');
  expect(webApp(directory)?.release).toBe('3fa9c0ffee12');
});
