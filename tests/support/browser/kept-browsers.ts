import type { CDPSession, Disposable } from 'playwright-core';
import {
  type BrowserOptions,
  chromiumOfTests,
  mediaOf,
  openBrowser,
  type Person,
  viewportOf,
} from './chromium.ts';
import { focusLossesIn } from './kept-focus.ts';

/**
 * The browsers of a test file. One that a test has used is cleaned and used again: its page stays in its process, with
 * its files and compiled scripts, so that the next visit costs a third of one in a new browser.
 */
export type KeptBrowsers = {
  /** A new one, or a cleaned one: without cookies, storage, history, routes, scripts and listeners. */
  open(url: string, options?: BrowserOptions): Promise<Person>;
  /** Cleans or closes all that were opened; after each test. Throws when a page lost the focus. */
  release(): Promise<void>;
  close(): Promise<void>;
};

type Kept = {
  readonly person: Person;
  readonly url: string;
  readonly kind: string;
  readonly media: ReturnType<typeof mediaOf>;
  readonly devtools: CDPSession;
  /** What takes back those calls of the test that can be taken back. */
  readonly undo: (() => unknown)[];
  /** No test may use it again. */
  isSpent: boolean;
};

export function keepBrowsers(): KeptBrowsers {
  let idle: Kept[] = [];
  let used: Kept[] = [];

  async function release(kept: Kept): Promise<void> {
    const { context, page } = kept.person;
    // Requests that were still running are not reported.
    await Promise.all(context.pages().map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    if (kept.isSpent || page.isClosed() || !(await isCleaned(kept))) await context.close();
    else idle.push(kept);
  }

  return {
    async open(url, options = {}) {
      const kind = kindOf(url, options);
      const found = options.isNew ? undefined : idle.find((kept) => kept.kind === kind);
      idle = idle.filter((kept) => kept !== found);
      const kept = found ?? (await start(url, options));
      used.push(kept);
      await kept.person.page.setViewportSize(viewportOf(options));
      return kept.person;
    },
    async release() {
      const left = used;
      used = [];
      const losses = left.flatMap(({ person }) => focusLossesIn(person.complaints));
      await Promise.all(left.map(release));
      if (losses.length > 0) throw new Error(losses.join('\n'));
    },
    async close() {
      await Promise.all(idle.map(({ person }) => person.context.close()));
      idle = [];
    },
  };
}

/** What cannot be changed in an open browser, or only for one of its tabs. */
const kindOf = (url: string, { dark, locale, timeZone, motion, worker }: BrowserOptions) =>
  JSON.stringify([url, dark, locale, timeZone, motion, worker]);

async function start(url: string, options: BrowserOptions): Promise<Kept> {
  // Further tabs have the window of the context: a laptop's, for whichever test uses it later.
  const window = viewportOf({});
  const person = await openBrowser(await chromiumOfTests(), url, { ...options, ...window });
  const { context, page } = person;
  const devtools = await context.newCDPSession(page);
  const kept: Kept = {
    ...{ person, url, kind: kindOf(url, options), media: mediaOf(options) },
    ...{ devtools, undo: [], isSpent: false },
  };
  const spend = () => {
    kept.isSpent = true;
  };
  const scripts = ['addInitScript', 'exposeBinding', 'exposeFunction'];
  const lasting = [...scripts, 'on', 'route', 'routeWebSocket', 'grantPermissions', 'newCDPSession'];
  noteCalls(context, lasting, spend);
  noteCalls(page, ['routeWebSocket'], spend);
  noteCalls(page.clock, ['install', 'setFixedTime', 'setSystemTime'], spend);
  const { undo } = kept;
  noteCalls(page, scripts, (_given, made) =>
    undo.push(async () => await ((await made) as Disposable).dispose()),
  );
  noteCalls(page, ['on'], (listener) => undo.push(() => Reflect.apply(page.off, page, listener)));
  const goOnline = async () => {
    // The app is left first: with a network it would send what waits.
    await page.goto('about:blank');
    await context.setOffline(false);
  };
  noteCalls(context, ['setOffline'], ([isOffline]) => isOffline && undo.push(goOnline));
  return kept;
}

/** Notes calls whose effect outlasts the test: what they were given, and what they return. */
function noteCalls(
  target: object,
  names: readonly string[],
  note: (given: readonly unknown[], made: unknown) => unknown,
): void {
  for (const name of names) {
    const call: (...given: unknown[]) => unknown = Reflect.get(target, name);
    Reflect.set(target, name, (...given: unknown[]) => {
      const made = call.apply(target, given);
      note(given, made);
      return made;
    });
  }
}

/** False for a browser that cannot be cleaned, as one whose program has ended. */
async function isCleaned({ person, url, devtools, media, undo }: Kept): Promise<boolean> {
  const { context, page, complaints } = person;
  try {
    await Promise.all(context.pages().map((tab) => (tab === page ? undefined : tab.close())));
    for (const step of undo.splice(0)) await step();
    // Of the same origin: the page keeps its process, and its storage can be cleared.
    await page.goto(`${url}/healthz`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await page.emulateMedia({ media: null, ...media });
    await devtools.send('Page.resetNavigationHistory');
  } catch {
    return false;
  }
  complaints.length = 0;
  return true;
}
