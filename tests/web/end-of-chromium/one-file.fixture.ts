import { expect, test } from 'vitest';
import { chromiumOfTests } from '#tests/support/browser/chromium.ts';

test('passes while Chromium runs', async () => {
  const browser = await chromiumOfTests();
  expect(browser.isConnected()).toBe(true);
});

test('crashes Chromium', async () => {
  const browser = await chromiumOfTests();
  const page = await browser.newPage();
  // Chromium copies the console of its pages to stderr.
  await page.evaluate("console.error('these are my last words')");
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crash');
});

test('needs Chromium, too', async () => {
  await (await chromiumOfTests()).newPage();
});
