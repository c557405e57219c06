import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { expectRatio } from '#tests/support/promised.ts';
import { type Seen, seenOn, watch } from './page-load.ts';

const world = browserWorld();

/** A page without scripts and styles, which any page takes longer than. */
const EMPTY = '<!doctype html><title>Empty</title><h1>Empty</h1>';

test.each([
  ['the landing page', '/', 1440],
  ['the landing page', '/', 390],
  ['sign-in', '/login', 1440],
])('%s (%s) shows without layout shifts in 20 times an empty page, at %i px', async (name, path, width) => {
  const paints: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    empty.push((await slowlyOn('/empty', width, 'load')).paint);
    const { paint, shift } = await slowlyOn(path, width, 'networkidle');
    paints.push(paint);
    expect(shift).toBeLessThanOrEqual(0.02);
  }
  const ms = Math.min(...paints);
  expectRatio(20, { name, ms }, { name: 'an empty page', ms: Math.min(...empty) });
});

/** At a quarter of the processor speed. */
async function slowlyOn(path: string, width: number, waitUntil: 'load' | 'networkidle'): Promise<Seen> {
  const { page, context } = await world.open({ width, motion: true, isNew: true });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: EMPTY }));
  await watch(page);
  await page.goto(path, { waitUntil });
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(async () => (await seenOn(page)).paint, { message: 'largest paint' }).toBeGreaterThan(0);
  const seen = await seenOn(page);
  await context.close();
  return seen;
}
