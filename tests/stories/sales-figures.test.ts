import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Dashboard, openDashboard } from '#tests/gateway/dashboard.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS, WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  PASSWORD,
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { type OpenedDay, openNumber } from './opened-numbers.ts';
import { boardOf, chartOf, dayOf, type ExpectedPerson, logOf } from './sales-oracle/expected-days.ts';
import { closed, commissionOf, listed } from './sales-oracle/expected-sales.ts';
import { type Book, closeSales, diceFrom, type Seller, takeTurn } from './sales-oracle/sales-turn.ts';

const TURNS_A_DAY = 36;
const [FIRST, SECOND] = ['2026-03-11', '2026-03-12'] as const;
const MINUTE_MS = 60_000;
const dice = diceFrom(seededRandom(SEED));

let now = Date.parse(`${FIRST}T13:00:00.000Z`);
let today: string = FIRST;
let program: TestProgram;
let company: SeededCompany;
let book: Book;
const people: ExpectedPerson[] = [];
const sellers: Seller[] = [];
const dashboards = new Map<string, Dashboard>();

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  program = await startTestProgram({ clock: { now: () => new Date(now) } });
  const terms = [
    { name: 'Solar', commission: 9.975, tax: 13 },
    { name: 'Wind', commission: 33.333333, tax: 0.5 },
    { name: 'Water', commission: 100, tax: 0 },
  ];
  company = await program.seedCompany({ associates: 3, campaigns: terms });
  const campaigns = company.campaigns.map(({ campaignId, name }, at) => {
    const { tax = 0, commission: rate = 0 } = terms[at] ?? {};
    return { id: campaignId, name, tax, rate };
  });
  const staff = [...company.managers, ...company.associates];
  book = {
    campaigns,
    ownerIds: staff.map(({ employeeId }) => employeeId),
    sales: new Map(),
    dateOf: () => today,
  };
  for (const [at, { employeeId }] of staff.entries()) {
    const firstName = at === 0 ? 'Manager1' : `Associate${at}`;
    const campaignName = campaigns[at === 0 ? 0 : at - 1]?.name ?? '';
    people.push({ id: employeeId, firstName, campaignName, shifts: new Map() });
  }
});
afterAll(async () => {
  for (const dashboard of dashboards.values()) dashboard.close();
  await program.stop();
});

/** All employees but the last sign in; the manager records the sales of the last one. */
async function signIn(): Promise<void> {
  sellers.length = 0;
  for (const [at, { email, employeeId }] of [...company.managers, ...company.associates]
    .slice(0, 3)
    .entries()) {
    now += 7 * MINUTE_MS;
    const browser = await program.signIn(email, PASSWORD, 'America/Toronto');
    sellers.push({ id: employeeId, isManager: at === 0, browser });
    people[at]?.shifts.set(today, { from: now, until: null });
    dashboards.set(employeeId, openDashboard(program.url, browser.cookieHeader()));
  }
}

async function signOut(): Promise<void> {
  for (const { id, browser } of sellers) {
    dashboards.get(id)?.close();
    expect((await browser.delete('/api/logout')).status).toBe(200);
    const shift = people.find((person) => person.id === id)?.shifts.get(today);
    if (shift) shift.until = now;
  }
}

/** Everybody does something at the same moment. */
async function turn(): Promise<void> {
  now += dice.below(11) * MINUTE_MS;
  if (dice.chance(0.15)) await changeRates();
  const busy = new Set<string>();
  const positions = await Promise.all(sellers.map((who) => takeTurn(who, book, dice, busy)));
  expect(await program.progress.waitFor(Math.max(...positions), MAX_WAIT_MS)).toBe(true);
}

async function changeRates(): Promise<void> {
  const campaign = dice.pick(book.campaigns);
  campaign.rate = dice.pick([0, 7.5, 12.345678, 100]);
  const edit = { campaignId: campaign.id, commission: campaign.rate };
  await done(program.core.commands.campaigns.editCampaign(contextOf(company.companyId), edit));
}

const read = async (browser: HttpClient, path: string) => {
  const reply = await browser.get(`/api/${path}`);
  expect(reply.status, path).toBe(200);
  return reply.body;
};
const rows = async (browser: HttpClient, path: string) => (await read(browser, path)).requestedData;
const withoutId = (found: { id: string }[]) => found.map(({ id: _, ...row }) => row);

async function checkSalesAndCommission(person: ExpectedPerson, browser: HttpClient): Promise<void> {
  const sales = [...book.sales.values()].filter(({ ownerId }) => ownerId === person.id);
  const between = (from: string, to: string) => sales.filter(({ date }) => from <= date && date <= to);
  const named = `?employeeId=${person.id}`;
  expect(await rows(browser, `sales/getsales/all${named}`)).toEqual(listed(sales));
  for (const date of [FIRST, SECOND])
    expect(await rows(browser, `sales/getsales/${date}${named}`)).toEqual(listed(between(date, date)));

  const commission = async (query: string) =>
    (await read(browser, `sales/get-commission/${person.id}${query}`)).commission;
  expect(await commission('')).toBe(commissionOf(sales));
  expect(await commission(`?date=${FIRST}`)).toBe(commissionOf(between(FIRST, FIRST)));
  expect(await commission(`?from=${SECOND}`)).toBe(commissionOf(between(SECOND, SECOND)));
  expect(await commission(`?to=${FIRST}`)).toBe(commissionOf(between(FIRST, FIRST)));
  expect(await commission(`?from=${FIRST}&to=${SECOND}`)).toBe(commissionOf(sales));
  expect(await commission(`?from=${SECOND}&to=${FIRST}`)).toBe(0);
}

/** The explanations of the same numbers: their lines are those sales, and add up to the number. */
async function checkOpened(person: ExpectedPerson, browser: HttpClient): Promise<void> {
  const all = [...book.sales.values()];
  const sales = all.filter(({ ownerId }) => ownerId === person.id);
  const total = await openNumber(browser, `commission/${person.id}`, 3);
  expect(total.requestedData.map(({ id }) => id)).toEqual(listed(closed(sales)).map(({ id }) => id));
  expect(total.commission).toBe(commissionOf(sales));
  for (const date of [FIRST, SECOND]) {
    const opened = await openNumber<OpenedDay>(browser, `day/${person.id}/${date}`);
    const day = dayOf(person, all, date, now);
    expect(opened).toMatchObject({ commission: day.commission, closed_sales: day.sales });
    expect(opened.sales_per_hour).toBe(day.sales_per_hour);
    expect(opened.hours?.login_time ?? null).toBe(day.login_time);
  }
}

/** Page after page while others go on: the lines are those of the moment of the first page. */
async function checkPages(): Promise<void> {
  const seller = sellers[0] as Seller;
  const { id, browser } = seller;
  const ofSeller = () => closed([...book.sales.values()]).filter(({ ownerId }) => ownerId === id);
  await closeSales(seller, book, 5);
  const before = ofSeller();
  let pages = 1;
  const meanwhile = async () => {
    pages += 1;
    now += MINUTE_MS;
    for (let again = 0; again < 3; again += 1) await turn();
    await closeSales(seller, book, 1);
  };
  const total = await openNumber(browser, `commission/${id}`, 2, meanwhile);
  expect(total.requestedData.map((line) => line.id)).toEqual(listed(before).map((sale) => sale.id));
  expect(total.commission).toBe(commissionOf(before));
  expect(pages).toBeGreaterThan(2);
  expect(ofSeller().map((sale) => sale.id)).not.toEqual(before.map((sale) => sale.id));
  expect(Date.parse(total.as_of)).toBeLessThan(now);
}

async function checkDays(person: ExpectedPerson, browser: HttpClient): Promise<void> {
  const sales = [...book.sales.values()];
  expect(withoutId(await rows(browser, `logs/getlogs/${person.id}`))).toEqual(logOf([person], sales, now));
  const logOfToday = `logs/getlogsbyid&date?id=${person.id}&date=${today}`;
  const ofToday = logOf([person], sales, now).filter(({ login_date }) => login_date === today);
  expect(withoutId(await rows(browser, logOfToday))).toEqual(ofToday);
  expect(await rows(browser, `logs/getchartdata/${person.id}`)).toEqual(chartOf(person, sales, today, now));
}

async function checkEverything(): Promise<void> {
  const sales = [...book.sales.values()];
  const manager = sellers[0]?.browser as HttpClient;
  for (const { id, browser } of sellers) {
    const person = people.find((each) => each.id === id) as ExpectedPerson;
    const { sales_per_hour } = dayOf(person, sales, today, now);
    const asked = (await browser.patch('/api/sales/update/salesperhour')).body;
    expect(asked).toEqual({ success: true, salesPerHour: sales_per_hour });
    expect((await rows(browser, 'employees/getemployee'))[0]).toMatchObject({ sales_per_hour });
    await checkSalesAndCommission(person, browser);
    await checkDays(person, browser);
  }
  for (const person of people) {
    await checkSalesAndCommission(person, manager);
    await checkDays(person, manager);
    await checkOpened(person, sellers.find(({ id }) => id === person.id)?.browser ?? manager);
  }
  expect(withoutId(await rows(manager, 'logs/getlogs/all'))).toEqual(logOf(people, sales, now));
  for (const date of [FIRST, SECOND])
    expect(withoutId(await rows(manager, `logs/getlogsdaily/${date}`))).toEqual(
      boardOf(people, sales, date, now),
    );
  for (const { id } of sellers) await checkDashboard(id);
}

/** Unrequested updates must have reached every browser, too. */
async function checkDashboard(id: string): Promise<void> {
  const sales = [...book.sales.values()];
  const own = sales.filter(({ ownerId }) => ownerId === id);
  const person = people.find((each) => each.id === id) as ExpectedPerson;
  const day = dayOf(person, sales, today, now);
  const sorted = <Row extends { employee_id: string }>(found: Iterable<Row>) =>
    [...found].sort((a, b) => (a.employee_id < b.employee_id ? -1 : 1));
  await vi.waitFor(() => {
    const dashboard = dashboards.get(id);
    expect(sorted(withoutId([...(dashboard?.board()?.rows.values() ?? [])]) as never[])).toEqual(
      sorted(boardOf(people, sales, today, now)),
    );
    expect(dashboard?.figures()).toMatchObject({
      totalCommission: commissionOf(own),
      todayCommission: day.commission,
      todaySales: day.sales,
      salesPerHour: day.sales_per_hour,
    });
    expect(dashboard?.gaps).toEqual([]);
  }, WAIT_OPTIONS);
}

async function workADay(): Promise<void> {
  await signIn();
  for (let at = 1; at <= TURNS_A_DAY; at++) {
    await turn();
    if (at % 9 === 0) await checkEverything();
  }
}

it('every figure matches the current sales after every change', { tags: ['spec-3.14'] }, async () => {
  await workADay();
  await signOut();
  now = Date.parse(`${SECOND}T14:00:00.000Z`);
  today = SECOND;
  await workADay();
  await checkPages();
  expect(book.sales.size).toBeGreaterThan(20);
});
