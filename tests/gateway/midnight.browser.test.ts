import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { dollars, rowOf } from '#tests/support/browser/screen-steps.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';

const MANILA = 'Asia/Manila';
const TORONTO = 'America/Toronto';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** After the shifts of the seeded team: late morning in Toronto. */
const firstMidnight = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 16 * 60 * MINUTE_MS;
/** A clock that leaps ends an attempt to connect that it finds under way; the browser says so. */
const GIVEN_UP =
  /^WebSocket connection to .* failed: WebSocket is closed before the connection is established\.$/;
/** The offset of the clocks of program and browsers. */
let later = 0;
/** Five minutes before a midnight in Manila, so that the refresh of every ten minutes comes well after it. */
function toEvening(): void {
  const now = Date.now() + later;
  const days = Math.max(0, Math.ceil((now + 5 * MINUTE_MS - firstMidnight) / DAY_MS));
  later += firstMidnight + days * DAY_MS - 5 * MINUTE_MS - now;
}
toEvening();
const world = browserWorld({ clock: { now: () => new Date(Date.now() + later) } });

async function sell(person: HttpClient): Promise<string> {
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  const sale = { name: 'Over midnight', campaignId, price: '100', status: 'Closed' };
  const { body } = await person.post('/api/sales/addsale', sale);
  return dollars(body.requestedData[0].commission);
}

async function dashboardOf(person: HttpClient, timeZone: string, isLive = true) {
  const opened = await world.openAs(person, { timeZone });
  if (!isLive) await opened.page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await opened.page.clock.install({ time: Date.now() + later });
  await opened.page.goto('/layout/dashboard');
  await opened.page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  return opened;
}

type Opened = Awaited<ReturnType<typeof dashboardOf>>;

/** From half a minute before midnight to half a minute after it. */
async function overMidnight(...opened: Opened[]): Promise<void> {
  const untilMidnight = DAY_MS - ((Date.now() + later - firstMidnight + DAY_MS) % DAY_MS);
  await step(untilMidnight - MINUTE_MS / 2, ...opened);
  await step(MINUTE_MS, ...opened);
}

async function step(ms: number, ...opened: Opened[]): Promise<void> {
  later += ms;
  await Promise.all(opened.map(({ page }) => page.clock.fastForward(ms)));
}

test('a floor in Manila and its manager in Toronto share a board, before and after midnight in Manila', {
  tags: ['spec-3.13', 'decision-7.1', 'decision-7.3'],
}, async () => {
  toEvening();
  const [seller, { manager }] = [world.people[2], world.team];
  const signIn = (email = '', zone: string) => world.program.signIn(email, PASSWORD, zone);
  const inManila = await signIn(seller?.email, MANILA);
  const boss = await dashboardOf(await signIn(manager.email, TORONTO), TORONTO);
  const own = await dashboardOf(inManila, MANILA);
  const name = seller?.firstName ?? '';

  // Each with their own time of day, live.
  const earned = await sell(inManila);
  const before = rowOf(boss.page, new RegExp(`${name}.* 11:5\\d p\\.m\\. in Manila.*${escaped(earned)}`));
  await before.waitFor();
  await rowOf(own.page, /1[01]:5\d a\.m\. in Toronto/).waitFor();
  await rowOf(own.page, new RegExp(`You.*${escaped(earned)}`)).waitFor();

  // Without any input the new day has its shift.
  await overMidnight(boss, own);
  await own.page.getByText(/Your shift began at 12:0\d a\.m\., as you were still signed in\./).waitFor();
  await rowOf(boss.page, new RegExp(`${name}.*12:0\\d a\\.m\\. Manila.*\\$0\\.00`)).waitFor();

  const first = await sell(inManila);
  await rowOf(boss.page, new RegExp(`${name}.*12:0\\d a\\.m\\. Manila.*${escaped(first)}`)).waitFor();
  await rowOf(own.page, new RegExp(`You.*${escaped(first)}`)).waitFor();

  // The owner says when the work began.
  await step(2 * MINUTE_MS, boss, own);
  await own.page.getByRole('button', { name: 'Login Time. Edit' }).click();
  const form = own.page.getByRole('form', { name: 'Login Time' });
  await form.getByLabel('Start').fill('00:01');
  await form.getByRole('button', { name: 'Save' }).click();
  await own.page.getByText(/The start of your shift was corrected to 12:01 a\.m\./).waitFor();
  await rowOf(boss.page, new RegExp(`${name}.*12:01 a\\.m\\. Manila.*${escaped(first)}`)).waitFor();
  // On the card and in the report, too, the time is that of the seller.
  const card = `/layout/allemployees/employee/${seller?.employeeId}`;
  await boss.page.goto(card);
  await boss.page.getByText(/^12:01 a\.m\. Manila/).waitFor();
  await boss.page.goto(card.replace('employee/', 'employee/report/'));
  await boss.page
    .getByRole('table')
    .getByText(/12:01 a\.m\. Manila/)
    .waitFor();
  expect([boss, own].flatMap(({ complaints }) => complaints.filter((text) => !GIVEN_UP.test(text)))).toEqual(
    [],
  );
});

test('the new day has its shift at once without live news, too', { tags: ['decision-1.6'] }, async () => {
  toEvening();
  const seller = world.people[3];
  const own = await dashboardOf(
    await world.program.signIn(seller?.email ?? '', PASSWORD, MANILA),
    MANILA,
    false,
  );
  await own.page.getByText(/^11:5\d p\.m\. \(/).waitFor();
  await overMidnight(own);
  await own.page.getByText(/Your shift began at 12:00 a\.m\., as you were still signed in\./).waitFor();
});

test('a cold start on a day without a shift refreshes the rate once, which starts the shift', async () => {
  toEvening();
  const seller = await world.program.signIn(world.people[4]?.email ?? '', PASSWORD, MANILA);
  await overMidnight();
  const { page } = await world.openAs(seller, { timeZone: MANILA });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  await page.clock.install({ time: Date.now() + later });
  await page.goto('/layout/dashboard');
  await page.getByText(/Your shift began at 12:0\d a\.m\., as you were still signed in\./).waitFor();
  await page.waitForLoadState('networkidle');
  expect(calls.filter((call) => call === 'PATCH /api/sales/update/salesperhour')).toHaveLength(1);
});

const escaped = (text: string) => text.replace(/[$.]/g, '\\$&');
