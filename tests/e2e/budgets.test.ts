import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '../support/browser-world.ts';
import { signInAs } from '../support/chromium.ts';

const world = browserWorld();

/** JavaScript, gzip, in bytes, that came until `isThere`. */
async function scriptsUntil(page: Page, path: string, isThere: () => Promise<void>) {
  const bodies: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js'))
      bodies.push(response.body().then((body) => [pathname, gzipSync(body).length]));
  });
  await page.goto(path);
  await isThere();
  const scripts = await Promise.all(bodies);
  return { bytes: scripts.reduce((sum, [, size]) => sum + size, 0), names: scripts.map(([name]) => name) };
}

test('sign-in needs at most 130 kB of JavaScript before it is there', async () => {
  const { page } = await world.open();
  const { bytes, names } = await scriptsUntil(page, '/login', () =>
    page.getByRole('heading', { name: 'Log in' }).waitFor(),
  );
  console.log(`sign-in: ${(bytes / 1000).toFixed(1)} kB gzip of JavaScript in ${names.length} files`);
  expect(names.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(130_000);
});

test('the dashboard needs at most 200 kB, and no chart library', async () => {
  const person = await world.open();
  await signInAs(person, world.people[0]?.email);
  const page = await person.context.newPage();
  const { bytes, names } = await scriptsUntil(page, '/layout/dashboard', () =>
    page.getByRole('heading', { name: 'Daily Billboard' }).waitFor(),
  );
  console.log(`dashboard: ${(bytes / 1000).toFixed(1)} kB gzip of JavaScript in ${names.length} files`);
  expect(names.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(200_000);
  expect(names.filter((name) => /echarts|chart/i.test(name))).toEqual([]);
});

test('scripts travel compressed and are kept by the browser', async () => {
  const { page } = await world.open();
  const script = page.waitForResponse(/assets\/index.*\.js$/);
  await page.goto('/login');
  const headers = await (await script).allHeaders();
  expect(headers['content-encoding']).toBe('br');
  expect(headers['content-type']).toContain('javascript');
  expect(headers['cache-control']).toContain('immutable');
  const html = await page.request.get('/login', { headers: { accept: 'text/html' } });
  expect(html.headers()['cache-control']).toBe('no-cache');
});

test('sign-in is there quickly and does not move, on a slow processor', async () => {
  const { page, context } = await world.open();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const seen = { paint: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => page.evaluate('seen.paint')).toBeGreaterThan(0);
  const { paint, shift } = await page.evaluate<{ paint: number; shift: number }>('seen');
  console.log(
    `sign-in, 4 times slower: largest paint ${Math.round(paint)} ms, layout shift ${shift.toFixed(4)}`,
  );
  expect(shift).toBeLessThanOrEqual(0.02);
  expect(paint).toBeLessThanOrEqual(1500);
});
