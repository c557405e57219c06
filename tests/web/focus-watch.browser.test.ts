import { afterAll, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { keepBrowsers } from '#tests/support/browser/kept-browsers.ts';

const world = browserWorld();
const browsers = keepBrowsers();
afterAll(browsers.close);

/** A page of three buttons and nothing of ours, which has no code that keeps the focus. */
async function bare() {
  const { page, complaints } = await world.open();
  await page.goto(
    'data:text/html,<h1>Buttons</h1><button>One</button><button>Two</button><button>Three</button>',
  );
  /** Resolves with the losses, when the watch has had its time. */
  const losses = async () => {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    // They are checked here, and not at the end of the test.
    return complaints.splice(0);
  };
  return { page, losses };
}

test('the watch of all tests tells of a focus that falls to the page', async () => {
  const { page, losses } = await bare();
  await page.getByRole('button', { name: 'One' }).focus();
  const told = page.waitForEvent('console');
  await page.evaluate(() => document.activeElement?.remove());
  await told;
  expect(await losses()).toEqual(['The focus was lost with <button> One']);
});

test('a focus that is soon given back is not lost, also when it falls twice', async () => {
  const { page, losses } = await bare();
  await page.getByRole('button', { name: 'One' }).focus();
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const [, two, three] = document.querySelectorAll('button');
    document.activeElement?.remove();
    await frame();
    two?.focus();
    await frame();
    // The watch looks a moment after the second frame.
    two?.remove();
    await frame();
    three?.focus();
  });
  expect(await losses()).toEqual([]);
});

test('a browser that is used again has no listener, script or outage of the test before', async () => {
  const { url } = world.program;
  const { page, context } = await browsers.open(url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => Object.assign(globalThis, { left: 'a script' }));
  await page.goto('/healthz');
  expect(await page.evaluate('globalThis.left')).toBe('a script');
  expect(asked).toEqual([`${url}/healthz`]);
  await context.setOffline(true);
  await browsers.release();

  const again = await browsers.open(url);
  expect(again.page).toBe(page);
  await page.goto('/healthz');
  expect(await page.evaluate('globalThis.left')).toBeUndefined();
  expect(asked).toHaveLength(1);
  await browsers.release();
});
