import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { chromiumFromNpm } from './chromium-from-npm.ts';
import { DAYTIME_ZONE } from './daytime-zone.ts';
import { PASSWORD } from './seed-company.ts';

let running: Promise<Browser> | undefined;

/** The Chromium of this process: its test files share it, each person with cookies and storage of his own. */
export function chromiumOfTests(): Promise<Browser> {
  running ??= keepUntilGone(launchChromium());
  return running;
}

/** One that could not be launched, or crashed, is followed by another one. */
async function keepUntilGone(launched: Promise<Browser>): Promise<Browser> {
  const forget = () => {
    running = undefined;
  };
  launched.catch(forget);
  return (await launched).once('disconnected', forget);
}

/** A real Chromium: CHROMIUM_PATH where given, else the one that comes as an npm package. */
async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    timeout: PATIENCE_MS,
    executablePath: process.env.CHROMIUM_PATH ?? (await chromiumFromNpm()),
    // Not the package's own arguments: they switch web security and process isolation off.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
}

export type Person = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings and uncaught errors so far, on any page of this browser. */
  readonly complaints: readonly string[];
};

export type Looks = {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly locale?: string;
  /** With motion: each picture of it is drawn by the processor, so only those have it whom it is about. */
  readonly lively?: boolean;
};

/** A browser of somebody's own: own cookies, own storage, own window. */
export async function openBrowserOf(browser: Browser, baseURL: string, looks: Looks = {}): Promise<Person> {
  const { width = 1440, height = 900, dark = false, locale = 'en-CA', lively = false } = looks;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    locale,
    timezoneId: DAYTIME_ZONE,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: lively ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  context.on('console', (message) => {
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
