import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { byThePage } from '#tests/support/browser/screen-parts.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { addressOf, allScreens } from './all-screens.ts';
import { goInApp } from './in-app.ts';
import type { Rows, Screen, Viewer } from './screen.ts';
import { emptyCompany, idsFor, paidPeriod, stoppedCompany } from './screen-rows.ts';

/** Screenshots for people, only with PICTURES: they cost as much as the checks. */
const PICTURES = process.env.PICTURES ? new URL('../screenshots/', import.meta.url).pathname : null;
/**
 * A desk, a tablet, a phone. A tablet shows the parts of a phone or of a desk, so only its width is checked. A phone has
 * the colours of a desk. The dark theme changes colours only.
 */
const LOOKS = [
  { width: 1440, height: 900, theme: 'light', checks: 'all' },
  { width: 1440, height: 900, theme: 'dark', checks: 'colours' },
  { width: 768, height: 1024, theme: 'light', checks: 'width' },
  { width: 390, height: 844, theme: 'light', checks: 'content' },
] as const;
const DESK = { width: 1440, height: 900 };

const world = browserWorld();
let rows: Rows;
let clients: Record<Exclude<Viewer, 'visitor'>, HttpClient>;

beforeAll(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  const { people, team, program, signIn } = world;
  const stopped = await stoppedCompany(program);
  const [waiting] = (await program.seedCompany({ associates: 1 })).managers;
  clients = {
    associate: await signIn(people[4]),
    manager: await signIn(team.manager),
    'manager without factor': await signIn(waiting),
    'super employee': await signIn(team.company.owner),
    first: await signIn(await emptyCompany(program)),
    'stopped associate': await signIn(stopped.associates[0]),
    'stopped super employee': await signIn(stopped.owner),
  };
  await program.core.database.owner.query('UPDATE sessions SET needs_factor = true WHERE employee_id = $1', [
    waiting?.employeeId,
  ]);
  const ids = await idsFor(clients.manager, clients.associate);
  const payPeriod = await paidPeriod(program, team, clients['super employee'], people[4]?.employeeId);
  rows = {
    ...ids,
    payPeriod,
    company: stopped.companyId,
    employee: people[4]?.employeeId ?? '',
    nothing: newId(),
  };
});

/** Waits until the screen has loaded: first its text, then the end of its loading signs. */
async function arriveAt(page: Page, screen: Screen): Promise<void> {
  const address = addressOf(screen, rows);
  await screen.before?.(page, world.program.core.database.owner);
  const isInApp = await page.locator('#root').count();
  if (screen.before || !isInApp) await page.goto(address);
  else await goInApp(page, address);
  await page.waitForFunction((title) => document.title.includes(title), screen.title);
  await screen.after?.(page);
  if (screen.shows) await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  // The loading samples of the gallery never end.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-loading]')].every((sign) => sign.closest('[data-sample]')),
  );
  await page.evaluate(() => document.fonts.ready);
}

/** Waits until the layout follows the window: charts measure themselves a moment later. */
const settle = `new Promise((settled) => {
  let frames = 0;
  const isSettled = () =>
    [...document.querySelectorAll('canvas')].every((canvas) => {
      const { clientWidth } = canvas.closest('[_echarts_instance_]') ?? canvas;
      return Math.abs(clientWidth - canvas.clientWidth) <= 1;
    });
  const look = () => (++frames > 60 || (frames > 2 && isSettled()) ? settled() : requestAnimationFrame(look));
  look();
})`;

/** The last element beyond the right edge of a page that scrolls sideways. */
const whatSticksOut = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const reaching = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > clientWidth);
  return reaching.at(-1)?.outerHTML.slice(0, 200) ?? 'nothing that is an element';
})()`;

async function look(page: Page, { name }: Screen): Promise<string[]> {
  const wrong: string[] = [];
  for (const { width, height, theme, checks } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.evaluate(settle);
    const picture = `${name}-${width}-${theme}`;
    if (PICTURES) await page.screenshot({ path: `${PICTURES}${picture}.png`, fullPage: true });
    const sticksOut = await page.evaluate<string | null>(whatSticksOut);
    if (sticksOut !== null) wrong.push(`${picture}: wider than the window because of ${sticksOut}`);
    if (checks === 'width') continue;
    const violations = await violationsOn(page, checks);
    wrong.push(...violations.map((violation) => `${picture}: ${violation}`));
  }
  return wrong;
}

/** Visits the screens one after the other in one browser; returns the faults. */
async function visit(viewer: Viewer, screens: readonly Screen[]): Promise<string[]> {
  const { page, complaints } = await (viewer === 'visitor' ? world.open() : world.openAs(clients[viewer]));
  // A page of the app's origin: the first screen may have something in its storage.
  await page.goto('/healthz');
  const wrong: string[] = [];
  let heard = 0;
  for (const screen of screens) {
    try {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(DESK);
      await arriveAt(page, screen);
      wrong.push(...(await look(page, screen)));
      // Close dialogs before the next screen.
      if (screen.after) await page.keyboard.press('Escape');
    } catch (error) {
      wrong.push(`${screen.name}: ${error}`);
    }
    // The browser itself logs the status of a page or a row that does not exist.
    const heardHere = complaints.slice(heard);
    const isMissing = screen.row === 'nothing' || screen.title === 'Page not found';
    const ofPage = isMissing ? byThePage(heardHere) : heardHere;
    wrong.push(...ofPage.map((complaint) => `${screen.name}: in the console: ${complaint}`));
    heard = complaints.length;
  }
  return wrong;
}

/** Screens that one test visits. */
const AT_MOST = 16;
const visits = [...Map.groupBy(allScreens, ({ as }) => as)].flatMap(([viewer, screens]) =>
  Array.from({ length: Math.ceil(screens.length / AT_MOST) }, (_, part) => ({
    ...{ viewer, part: part + 1 },
    screens: screens.slice(part * AT_MOST, (part + 1) * AT_MOST),
  })),
);

test.each(visits)(
  'as $viewer every screen is accessible, as wide as the window and quiet in the console, at every width and in both themes: part $part',
  { tags: ['spec-2.16', 'spec-6.13'] },
  async ({ viewer, screens }) => {
    const half = Math.ceil(screens.length / 2);
    // Two at once: while one browser waits for a frame, the other works.
    const parts = [screens.slice(0, half), screens.slice(half)].filter(({ length }) => length > 0);
    const found = await Promise.all(parts.map((part) => visit(viewer, part)));
    expect(found.flat()).toEqual([]);
  },
);
