import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';

const world = browserWorld();

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
