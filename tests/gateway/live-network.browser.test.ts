import { expect, onTestFinished, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';

const world = browserWorld();

/** A dashboard behind a proxy, live, whose time passes only by `runFor` from then on. */
async function steppedDashboard(at: number) {
  const proxy = await startTcpProxy(new URL(world.program.url));
  onTestFinished(proxy.close);
  const { page, context } = await world.open({ isNew: true }, proxy.url);
  const client = await world.signIn(world.people[at]);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: proxy.url })));
  await page.clock.install();
  await page.goto('/layout/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.clock.pauseAt(Date.now() + 1000);
  const run = (seconds: number) => page.clock.runFor(seconds * 1000);
  const shown = async (text: string) => {
    // The frames that draw it.
    await page.clock.runFor(50);
    return page.getByText(text, { exact: true }).isVisible();
  };
  /** Resolves with the first snapshot of a new connection. */
  const connected = () =>
    page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => `${payload}`.includes('snapshot')),
      );
  return { proxy, page, context, run, shown, connected };
}

test('a silent network is noticed within seconds of a touch, without a word of the browser', async () => {
  const { proxy, page, run, shown, connected } = await steppedDashboard(4);
  proxy.hush();
  await run(4);
  expect(await shown('Live')).toBe(true);
  // News that were under way in the network still come, and are a sign of life.
  const isLeft = async () => {
    await run(4);
    await page.keyboard.press('Shift');
    await run(3);
    return shown('Reconnecting');
  };
  await expect.poll(isLeft).toBe(true);
  const isBack = connected();
  proxy.speak();
  await run(1);
  await isBack;
  await expect.poll(() => shown('Live')).toBe(true);
});

test('after half a minute without the server, the page asks for it at least once a second, and is back at once', async () => {
  const { proxy, page, run, shown, connected } = await steppedDashboard(5);
  await proxy.cut();
  await expect.poll(() => shown('Reconnecting')).toBe(true);
  const attempt = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  for (let second = 0; second < 30; second++) {
    const failed = attempt();
    await run(1);
    await failed;
  }
  await proxy.mend();
  const isBack = connected();
  await run(1);
  await isBack;
  await expect.poll(() => shown('Live')).toBe(true);
});

test('when the browser says that the network is there, the page connects without waiting for its next attempt', async () => {
  const { page, context, run, shown, connected } = await steppedDashboard(4);
  await context.setOffline(true);
  await expect.poll(() => shown('Reconnecting')).toBe(true);
  const attempts = [0, 1, 2].map(() => page.waitForEvent('requestfailed'));
  await run(10);
  await Promise.all(attempts);
  const isBack = connected();
  await context.setOffline(false);
  await isBack;
  await expect.poll(() => shown('Live')).toBe(true);
});
