import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { dollars, rowOf } from '#tests/support/browser/screen-steps.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';

const MANILA = 'Asia/Manila';
const TORONTO = 'America/Toronto';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Ten minutes before a midnight in Manila that comes after the shifts of the seeded team: late morning in Toronto. */
const evening = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 15 * 60 * MINUTE_MS + 50 * MINUTE_MS;
/** The offset of the clocks of program and browsers. */
let later = evening - Date.now();
const world = browserWorld({ clock: { now: () => new Date(Date.now() + later) } });

async function sell(person: HttpClient): Promise<string> {
  const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
  const sale = { name: 'Over midnight', campaignId, price: '100', status: 'Closed' };
  const { body } = await person.post('/api/sales/addsale', sale);
  return dollars(body.requestedData[0].commission);
}

async function dashboardOf(person: HttpClient, timeZone: string) {
  const opened = await world.openAs(person, { timeZone });
  await opened.page.clock.install({ time: Date.now() + later });
  await opened.page.goto('/layout/dashboard');
  await opened.page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  return opened;
}

test('a floor in Manila and its manager in Toronto share a board, before and after midnight in Manila', {
  tags: ['spec-3.13', 'decision-7.1', 'decision-7.3'],
}, async () => {
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
  later += 11 * MINUTE_MS;
  await Promise.all([boss, own].map(({ page }) => page.clock.fastForward(11 * MINUTE_MS)));
  await own.page.getByText(/Your shift began at 12:0\d a\.m\., as you were still signed in\./).waitFor();
  await rowOf(boss.page, new RegExp(`${name}.*12:0\\d a\\.m\\. Manila.*\\$0\\.00`)).waitFor();

  const first = await sell(inManila);
  await rowOf(boss.page, new RegExp(`${name}.*12:0\\d a\\.m\\. Manila.*${escaped(first)}`)).waitFor();
  await rowOf(own.page, new RegExp(`You.*${escaped(first)}`)).waitFor();

  // The owner says when the work began.
  await own.page.getByRole('button', { name: 'Login Time. Edit' }).click();
  const form = own.page.getByRole('form', { name: 'Login Time' });
  await form.getByLabel('Start').fill('00:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await own.page.getByText(/The start of your shift was corrected to 12:00 a\.m\./).waitFor();
  await rowOf(boss.page, new RegExp(`${name}.*12:00 a\\.m\\. Manila.*${escaped(first)}`)).waitFor();
  // On the card and in the report, too, the time is that of the seller.
  const card = `/layout/allemployees/employee/${seller?.employeeId}`;
  await boss.page.goto(card);
  await boss.page.getByText(/^12:00 a\.m\. Manila/).waitFor();
  await boss.page.goto(card.replace('employee/', 'employee/report/'));
  await boss.page
    .getByRole('table')
    .getByText(/12:00 a\.m\. Manila/)
    .waitFor();
  expect([boss.complaints, own.complaints]).toEqual([[], []]);
});

const escaped = (text: string) => text.replace(/[$.]/g, '\\$&');
