import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import type { Person } from '#tests/support/browser/chromium.ts';
import { expectRatio } from '#tests/support/promised.ts';

const world = browserWorld();

/** Slow 4G: 1.6 Mbps down, of which a tenth is lost, and 150 ms until an answer begins. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};

test('a cold start on slow 4G has the board on screen in 2 times a plain file of the same bytes', async () => {
  const boards = [await boardOnScreen(), await boardOnScreen(), await boardOnScreen()];
  // The network sets the time of a plain file, so it is the same each time.
  const bytes = Math.min(...boards.map((board) => board.bytes));
  expectRatio(
    2,
    { name: 'the board on screen', ms: Math.min(...boards.map(({ ms }) => ms)) },
    { name: 'a plain file of the same bytes', ms: await plainFile(bytes) },
  );
});

async function boardOnScreen(): Promise<{ ms: number; bytes: number }> {
  const person = await world.openAs(world.people[0], { motion: true, isNew: true });
  return onSlow4G(person, async (page) => {
    await page.addInitScript(noteFirstRow);
    await page.goto('/layout/dashboard', { waitUntil: 'commit' });
    await page.waitForFunction(() => 'firstRow' in globalThis);
    const asked = await page.evaluate(loadedBefore);
    // Each is asked for once, also the answer that the server announces.
    expect(asked.names).toEqual([...new Set(asked.names)]);
    expect(asked.names.filter((name) => name.endsWith('/getemployee'))).toHaveLength(1);
    return asked;
  });
}

async function plainFile(bytes: number): Promise<number> {
  const file = randomBytes(bytes);
  const server = createServer(({ url }, response) => {
    if (url === '/file') response.end(file);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>Empty</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.close() && undefined);
  const { port } = server.address() as AddressInfo;
  const person = await world.open({ isNew: true }, `http://127.0.0.1:${port}`);
  return onSlow4G(person, async (page) => {
    await page.goto('/');
    return page.evaluate(async () => {
      await (await fetch('/file')).arrayBuffer();
      return performance.now();
    });
  });
}

async function onSlow4G<Result>(person: Person, run: (page: Page) => Promise<Result>): Promise<Result> {
  const devtools = await person.context.newCDPSession(person.page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  const result = await run(person.page);
  await person.context.close();
  return result;
}

/** In the page: when the first row of a table was drawn. */
function noteFirstRow(): void {
  new MutationObserver((_changes, self) => {
    if (!document.querySelector('tbody tr')) return;
    self.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstRow: performance.now() })));
  }).observe(document, { childList: true, subtree: true });
}

/** In the page: what had arrived when the first row was drawn. */
function loadedBefore(): { ms: number; bytes: number; names: string[] } {
  const { firstRow: ms } = globalThis as unknown as { firstRow: number };
  const all = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const loaded = all.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ms);
  const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { ms, bytes, names: loaded.map(({ name }) => name) };
}
