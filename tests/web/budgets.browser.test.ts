import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths, SHELL } from '#contracts/paths.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { seenOn, watch } from './page-load.ts';

const world = browserWorld();

const ASSETS = new URL('../../dist/web/assets/', import.meta.url);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The files of each screen, as the build lists them. */
function screens(): Record<string, string[]> {
  return JSON.parse(readFileSync(new URL('../.vite/screens.json', ASSETS), 'utf8'));
}

/**
 * The scripts that loaded before the heading, with their size in gzip. Those that the build does not list for the screen
 * arrive after it, however quickly the page asks for them.
 */
async function scriptsBefore(page: Page, path: string, heading: string) {
  await watch(page);
  const listed = screens()[path] ?? [];
  const shown = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (!listed.some((name) => route.request().url().endsWith(name))) await shown.promise;
    await route.fallback();
  });
  await page.addInitScript((reset) => sessionStorage.setItem('tallyboard.reset', reset), MAILED_CODE);
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: heading }).waitFor();
  const seen = await seenOn(page);
  shown.resolve();
  const names = seen.scripts.filter(([, at]) => at <= seen.heading).map(([name]) => name);
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await (await page.request.get(name)).body()).length),
  );
  return { names, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** The state of a reset whose code was mailed; without it the page for the code redirects. */
const MAILED_CODE = JSON.stringify({ email: 'ada@example.test', otpId: 'o', proven: '' });

test.each([
  ['landing', '/', 'Every sale is on the board'],
  ['sign-in', '/login', 'Log in'],
  ['registration', '/register', 'Register your company'],
  ['the page for an email', '/confirmemail', ''],
  ['the page for a mailed code', '/verifyotp', 'Enter the code'],
])('%s needs at most 130 kB of JavaScript before its heading shows', async (name, path, heading) => {
  const { page } = await world.open({ motion: true, isNew: true });
  const { names, bytes } = await scriptsBefore(page, path, heading);
  console.log(`${name}: ${kilobytes(bytes)} gzip of JavaScript in ${names.length} files`);
  expect(names.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(130_000);
});

test('the dashboard needs at most 200 kB, and no chart library', async () => {
  const { page } = await world.openAs(world.people[0], { motion: true, isNew: true });
  const { names, bytes } = await scriptsBefore(page, '/layout/dashboard', 'Daily Billboard');
  console.log(`dashboard: ${kilobytes(bytes)} gzip of JavaScript in ${names.length} files`);
  expect(names.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(200_000);
  expect(names.filter((name) => /drawing|echarts/i.test(name))).toEqual([]);
});

test('the chart library comes when its panel comes into sight, and not before', async () => {
  const { page } = await world.openAs(world.people[0], { isNew: true, width: 390, height: 400 });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const charts = () => asked.filter((name) => /chart-drawing/.test(name)).length;
  await page.goto('/layout/dashboard');
  const chart = page.getByTestId('weekly-chart');
  await page.getByText('Show the values').waitFor();
  expect(charts()).toBe(0);
  await chart.scrollIntoViewIfNeeded();
  await chart.locator('canvas').waitFor();
  expect(charts()).toBe(1);
});

/** In kB: what screens with a reason of their own may need more than the 130 of a public page and the 200 of others. */
const MORE: Readonly<Record<string, number>> = {
  [paths.registrationCard]: 131,
  [paths.gallery]: 204,
  [paths.newSale]: 218,
  [paths.addEmployee]: 209,
  [paths.editEmployee]: 212,
  [paths.employee]: 202,
  [paths.companyProfile]: 202,
  [paths.myProfile]: 201,
  [paths.sale]: 201,
  [paths.myPay]: 203,
  [paths.myStatement]: 204,
  [paths.statementOf]: 204,
  [paths.paySettings]: 210,
  [paths.history]: 217,
  [paths.proof]: 215,
  [paths.editSale]: 203,
};

const budgetOf = (path: string) =>
  MORE[path] ?? (path.startsWith(SHELL) || path === paths.updateSubscription ? 200 : 130);

test('every screen keeps its budget', () => {
  const lists = Object.entries(screens());
  // The redirects load nothing of their own.
  expect(new Set(lists.map(([path]) => path))).toEqual(new Set(Object.values(paths)));
  const sizeOf = (name: string) => gzipSync(readFileSync(new URL(`../${name}`, ASSETS))).length;
  const measured = lists.map(([path, names]) => {
    const bytes = names.filter((name) => name.endsWith('.js')).reduce((sum, name) => sum + sizeOf(name), 0);
    return { path, bytes };
  });
  console.log(measured.map(({ path, bytes }) => `${path}: ${kilobytes(bytes)}`).join('\n'));
  expect(measured.filter(({ path, bytes }) => bytes > budgetOf(path) * 1000)).toEqual([]);
});

test.each([paths.dashboard, paths.payroll, paths.myShifts, paths.claims])(
  '%s uses every style that its answer announces',
  async (path) => {
    const { page } = await world.openAs(world.team.company.owner);
    const reply = await page.goto(path);
    const announced = [...(reply?.headers().link ?? '').matchAll(/<([^>]+\.css)>/g)].map(([, name]) => name);
    expect(announced.length).toBeGreaterThan(2);
    const used = () =>
      page.evaluate(() => [...document.styleSheets].map(({ href }) => href && new URL(href).pathname));
    await soon(used).toEqual(expect.arrayContaining(announced));
  },
);

test('no files of the build import each other: the first to run would lack the other', () => {
  const list = readFileSync(new URL('../.vite/manifest.json', ASSETS), 'utf8');
  const files = JSON.parse(list) as Record<string, { imports?: string[] }>;
  const leadsBack = (name: string, seen = new Set<string>(), from = name): boolean =>
    (files[from]?.imports ?? []).some((next) => {
      if (next === name) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return leadsBack(name, seen, next);
    });
  expect(Object.keys(files).filter((name) => leadsBack(name))).toEqual([]);
});

test('the chart library has a file of its own of at most 200 kB', () => {
  const [present] = JSON.parse(readFileSync(new URL('../.vite/builds.json', ASSETS), 'utf8'));
  const withCharts = (present.assets as string[])
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(new URL(name, ASSETS)) }))
    .filter(({ text }) => text.includes('_echarts_instance_'));
  const sizes = withCharts.map(({ text }) => gzipSync(text).length);
  console.log(
    `charts: ${sizes.map(kilobytes).join(', ')} gzip in ${withCharts.map(({ name }) => name).join(', ')}`,
  );
  expect(withCharts).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(200_000);
});

test('scripts are sent compressed and cached by the browser', async () => {
  const { page } = await world.open({ isNew: true });
  const script = page.waitForResponse(/assets\/index.*\.js$/);
  await page.goto('/login');
  const headers = await (await script).allHeaders();
  expect(headers['content-encoding']).toBe('br');
  expect(headers['content-type']).toContain('javascript');
  expect(headers['cache-control']).toContain('immutable');
  const html = await page.request.get('/login', { headers: { accept: 'text/html' } });
  expect(html.headers()['cache-control']).toBe('no-cache');
});
