import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { focusWatch } from './kept-focus.ts';
import { type LaunchedChromium, launchChromium } from './launch-chromium.ts';

let launched: Promise<LaunchedChromium> | undefined;
let endReported = false;

/**
 * The Chromium of this process. Its test files share it; each person has their own cookies and storage. Nothing
 * replaces one that ended: the cause would most likely end the next one, too.
 */
export async function chromiumOfTests(): Promise<Browser> {
  launched ??= launchChromium();
  return (await launched).browser;
}

/** Throws, once, when that Chromium could not be launched or has ended. */
export async function reportEndOfChromium(): Promise<void> {
  if (!launched || endReported) return;
  const end = await launched.then(
    ({ browser, ended }) => (browser.isConnected() ? undefined : ended),
    asError,
  );
  if (!end) return;
  endReported = true;
  throw end;
}

const asError = (reason: unknown) => reason as Error;

/** Whether a test has already failed because Chromium ended. */
export function isEndOfChromiumReported(): boolean {
  return endReported;
}

export type Person = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings and uncaught errors so far, on any page of this browser. */
  readonly complaints: string[];
};

export type BrowserOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly locale?: string;
  readonly timeZone?: string;
  /** Default: reduced. The processor draws every frame of an animation, so only tests about motion have it. */
  readonly motion?: boolean;
  /** Not one that another test has used, which has the files of the app in its cache. */
  readonly isNew?: boolean;
  /** With the service worker, behind which a test cannot route requests. Needs `isNew`. */
  readonly worker?: boolean;
};

export const viewportOf = ({ width = 1440, height = 900 }: BrowserOptions) => ({ width, height });
export const mediaOf = ({ dark = false, motion = false }: BrowserOptions) => ({
  colorScheme: dark ? ('dark' as const) : ('light' as const),
  reducedMotion: motion ? ('no-preference' as const) : ('reduce' as const),
});

/** The browser of one person: a context with its own cookies, storage and window. */
export async function openBrowser(
  browser: Browser,
  baseURL: string,
  options: BrowserOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL,
    viewport: viewportOf(options),
    locale: options.locale ?? 'en-CA',
    timezoneId: options.timeZone ?? DAYTIME_ZONE,
    ...mediaOf(options),
    serviceWorkers: options.worker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(MAX_WAIT_MS);
  await context.addInitScript(...focusWatch);
  const complaints: string[] = [];
  context.on('console', (message) => {
    // What the setting above says of itself, and that a file was used late: that is the machine's. Whether it is used at
    // all is a test of its own, among the budgets.
    if (/registration blocked by Playwright|preloaded using link preload/.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return { page: await context.newPage(), context, complaints };
}

/** Signs in through the form and waits for the dashboard. */
export async function signInAs({ page }: Person, email = '', password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
}
