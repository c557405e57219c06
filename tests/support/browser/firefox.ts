import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import { afterAll, afterEach } from 'vitest';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { type BrowserOptions, viewportOf } from './chromium.ts';
import { focusWatch } from './kept-focus.ts';

/** FIREFOX_PATH, else the Firefox on PATH, else null: its tests are then skipped with a reason. */
export function findFirefox(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = process.env.FIREFOX_PATH ?? onPath.find((each) => existsSync(each));
  try {
    if (path) execFileSync(path, ['--version'], { stdio: 'ignore' });
    return path ?? null;
  } catch {
    return null;
  }
}

export type FirefoxPerson = {
  readonly page: Page;
  /** Console errors and warnings and uncaught errors so far. */
  readonly complaints: string[];
  go(path: string): Promise<void>;
};

export type FirefoxOptions = Pick<BrowserOptions, 'width' | 'height' | 'locale'>;

/** Firefox says so of files that a page had not loaded yet when it was left. */
const LEFT =
  /^Error: Failed to load .*\. A ServiceWorker intercepted the request and encountered an unexpected error\.$/;

/** One Firefox for a test file; each person in a test has their own cookies and storage. */
export function firefoxFor(url: () => string, { dark = false, motion = false } = {}) {
  let launched: Promise<Browser> | undefined;
  let contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => (await launched)?.close());

  /** The browser of one person; with a client, signed in by its cookies. */
  return async function open(client?: HttpClient, options: FirefoxOptions = {}): Promise<FirefoxPerson> {
    launched ??= launch({
      browser: 'firefox',
      executablePath: findFirefox() ?? '',
      timeout: MAX_WAIT_MS,
      // Firefox has no protocol for these.
      extraPrefsFirefox: {
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
        'ui.prefersReducedMotion': motion ? 0 : 1,
        // No processes in reserve, and one for the pages: they are of one origin.
        'dom.ipc.processPrelaunch.enabled': false,
        'dom.ipc.processCount': 1,
        'dom.ipc.processCount.webIsolated': 1,
        'browser.tabs.remote.warmup.enabled': false,
      },
    });
    const context = await (await launched).createBrowserContext();
    contexts.push(context);
    const { hostname: domain } = new URL(url());
    const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({ name, value, domain }));
    await context.setCookie(...cookies);
    const page = await context.newPage();
    page.setDefaultTimeout(MAX_WAIT_MS);
    await page.evaluateOnNewDocument(...focusWatch);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.setViewport(viewportOf(options));
    await page.emulateTimezone(DAYTIME_ZONE);
    await page.emulateLocale(options.locale ?? 'en-CA');
    async function go(path: string): Promise<void> {
      const before = complaints.length;
      await page.goto(url() + path);
      const meanwhile = complaints.splice(before);
      complaints.push(...meanwhile.filter((text) => !LEFT.test(text)));
    }
    return { page, complaints, go };
  };
}
