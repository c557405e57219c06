import { expect, it } from 'vitest';
import { AS_OF_HEADER } from '#contracts/as-of.ts';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { type OpenedDay, type OpenedGoal, openNumber } from '#tests/stories/opened-numbers.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';

type Row = {
  employee_id: string;
  login_date: string;
  commission: number;
  sales?: number;
  sales_per_hour: number | 'N/A';
};
type Sale = { id: string; status: string; commission: number; entry_date: string };

/** The number of questions asked at once. */
const AT_ONCE = 6;

/** Screens and the explanations behind their numbers: of now, or of a moment of the past. */
type Screens = {
  readonly browser: HttpClient;
  /** The path of a call as of that moment. */
  readonly at: (path: string) => string;
  readonly isPast: boolean;
};

/** Every number of every screen of the demo company has an explanation whose lines add up to it. */
export function everyNumberOpens(world: { program: () => TestProgram }): void {
  it('explains every number by lines that add up to it, to the cent', async () => {
    const program = world.program();
    const browser = await program.signIn('owner@demo.test', undefined, 'UTC');
    const screens: Screens = { browser, at: (path) => path, isPast: false };
    const people = await rowsOf<{ id: string }>(screens, 'employees/getemployees/all');
    expect(people.length).toBeGreaterThan(8);

    const wanted: Row[] = [];
    const today = localDate(program.core.clock.now().toISOString(), 'UTC');
    const dates = new Set([today]);
    for (const { id } of people) {
      const sales = await totalOf(screens, id);
      for (const { entry_date } of sales) dates.add(entry_date);
      wanted.push(...(await rowsOf(screens, `logs/getlogs/${id}`)));
    }
    for (const row of await rowsOf(screens, 'logs/getlogs/all')) dates.add(row.login_date);
    for (const date of dates) wanted.push(...(await rowsOf(screens, `logs/getlogsdaily/${date}`)));

    const days = await openDays(screens, wanted);
    expect(days.length).toBeGreaterThan(150);
    // The hours of the demo come from every possible source.
    const sources = days.flatMap(({ hours }) => hours?.duration_from ?? []);
    expect(new Set(sources).size).toBeGreaterThan(1);
    await eachConcurrently(people, ({ id }) => goalOf(screens, id));
  });

  it('explains numbers of past moments by lines that add up to what was shown then', async () => {
    const { core, signIn } = world.program();
    const browser = await signIn('owner@demo.test', undefined, 'UTC');
    const head = await core.store.head();
    const yesterday = `${daysBefore(localDate(core.clock.now().toISOString(), 'UTC'), 1)}T17:20:00Z`;
    const seen = { days: 0, open: 0, lines: 0 };
    const moments = [`@${Math.floor(head / 4)}`, `@${Math.floor((head * 2) / 3)}`, yesterday];
    for (const [nth, moment] of moments.entries()) {
      const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}as-of=${moment}`;
      const screens: Screens = { browser, at, isPast: true };
      const asked = await browser.get(`/api/${at('employees/getemployees/all')}`);
      const [, instant = ''] = String(asked.headers.get(AS_OF_HEADER)).split(' ');
      const people: { id: string }[] = asked.body.requestedData;
      expect(people.length, moment).toBeGreaterThan(8);
      // A third of them at each moment.
      const some = people.filter((_, place) => place % moments.length === nth);

      // The day of that moment, which was not over, and the one before.
      const date = localDate(instant, 'UTC');
      const rows = await Promise.all([
        ...[date, daysBefore(date, 1)].map((day) => rowsOf(screens, `logs/getlogsdaily/${day}`)),
        ...some.map(async ({ id }) => (await rowsOf(screens, `logs/getlogs/${id}`)).slice(0, 4)),
      ]);
      const days = await openDays(screens, rows.flat());
      seen.days += days.length;
      seen.open += days.filter(({ hours }) => hours?.logout_time === null).length;
      await eachConcurrently(some, async ({ id }) => {
        seen.lines += (await totalOf(screens, id)).length;
        await goalOf(screens, id);
      });
    }
    // Shifts were open then, and sales have been recorded since.
    expect(seen.days).toBeGreaterThan(20);
    expect(seen.open).toBeGreaterThan(0);
    expect(seen.lines).toBeGreaterThan(100);
  });
}

async function rowsOf<Found = Row>({ browser, at }: Screens, path: string): Promise<Found[]> {
  const reply = await browser.get(`/api/${at(path)}`);
  expect(reply.status, path).toBe(200);
  return reply.body.requestedData;
}

async function eachConcurrently<Each>(
  all: readonly Each[],
  work: (one: Each) => Promise<void>,
): Promise<void> {
  const left = [...all];
  const walk = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

/** Reads the explanation of each of these rows once, and compares it with every row that shows that day. */
async function openDays(screens: Screens, rows: readonly Row[]): Promise<OpenedDay[]> {
  const days: OpenedDay[] = [];
  const wanted = Map.groupBy(rows, ({ employee_id, login_date }) => `${employee_id}/${login_date}`);
  await eachConcurrently([...wanted], async ([key, shown]) => {
    const opened = await openNumber<OpenedDay>(screens.browser, screens.at(`day/${key}`));
    days.push(opened);
    for (const row of shown) isWhatIsShown(opened, row, screens);
  });
  return days;
}

async function totalOf({ browser, ...screens }: Screens, id: string): Promise<Sale[]> {
  const sales = await rowsOf<Sale>({ browser, ...screens }, `sales/getsales/all?employeeId=${id}`);
  const closed = sales.filter(({ status }) => status === 'Closed');
  const cents = closed.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  const opened = await openNumber(browser, screens.at(`commission/${id}`), screens.isPast ? 150 : 90);
  expect(opened.requestedData.map((line) => line.id)).toEqual(closed.map((sale) => sale.id));
  expect(opened.commission).toBe(cents / 100);
  const total = await browser.get(`/api/${screens.at(`sales/get-commission/${id}`)}`);
  expect(opened.commission).toBe(total.body.commission);
  return sales;
}

function isWhatIsShown(opened: OpenedDay, row: Row, { isPast }: Screens): void {
  const { commission, closed_sales, sales_per_hour, hours } = opened;
  expect(commission).toBe(row.commission);
  if (row.sales !== undefined) expect(closed_sales).toBe(row.sales);
  // While a shift is open, its rate changes every moment; in the past the clock stands still.
  if (isPast || hours === null || hours.logout_time !== null) expect(sales_per_hour).toBe(row.sales_per_hour);
}

async function goalOf({ browser, at }: Screens, id: string): Promise<void> {
  const { body } = await browser.get(`/api/${at(`employees/getemployee/${id}`)}`);
  const [employee] = body.requestedData;
  const opened = await openNumber<OpenedGoal>(browser, at(`goal/${id}`));
  expect(opened.goal?.hourly_sales ?? null).toBe(employee.hourlysales);
  expect(opened.goal?.hourly_decisions ?? null).toBe(employee.hourlydecisions);
  const { goal, hours, due, progress, sales_per_hour: rate } = opened;
  if (goal && hours) {
    // Hourly goals of the demo have few decimals.
    const millionths = Math.floor((goal.hourly_sales * hours.counted_ms) / 3.6 + 1e-6);
    expect(Math.floor(Number(due?.replace('…', '')) * 1e6 + 1e-3)).toBe(millionths);
  }
  if (goal && goal.hourly_sales > 0)
    expect(progress).toBeCloseTo((rate === 'N/A' ? 0 : rate) / goal.hourly_sales, 9);
}
