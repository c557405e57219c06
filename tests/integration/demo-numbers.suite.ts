import { expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { type OpenedDay, type OpenedGoal, openNumber } from '#tests/support/opened-numbers.ts';
import type { TestProgram } from '#tests/support/test-program.ts';

type Row = {
  employee_id: string;
  login_date: string;
  commission: number;
  sales?: number;
  sales_per_hour: number | 'N/A';
};
type Sale = { id: string; status: string; commission: number; entry_date: string };

/** So many questions are under way at once. */
const AT_ONCE = 6;

/** Every number of every screen of the demo company opens, and its lines add up to it. */
export function everyNumberOpens(world: { program: () => TestProgram }): void {
  it('opens every number to lines that add up to it, to the cent', async () => {
    const program = world.program();
    const browser = await program.signIn('owner@demo.test', undefined, 'UTC');
    const rows = async <Found = Row>(path: string): Promise<Found[]> => {
      const reply = await browser.get(`/api/${path}`);
      expect(reply.status, path).toBe(200);
      return reply.body.requestedData;
    };
    const people = await rows<{ id: string }>('employees/getemployees/all');
    expect(people.length).toBeGreaterThan(8);
    const days = new Map<string, OpenedDay>();
    const wanted = new Map<string, Row[]>();
    const want = (row: Row) => {
      const key = `${row.employee_id}/${row.login_date}`;
      wanted.set(key, [...(wanted.get(key) ?? []), row]);
    };

    const today = localDate(program.core.clock.now().toISOString(), 'UTC');
    const dates = new Set([today]);
    for (const { id } of people) {
      const sales = await rows<Sale>(`sales/getsales/all?employeeId=${id}`);
      for (const { entry_date } of sales) dates.add(entry_date);
      for (const row of await rows(`logs/getlogs/${id}`)) want(row);
      await totalOf(browser, id, sales);
    }
    for (const row of await rows('logs/getlogs/all')) dates.add(row.login_date);
    for (const date of dates) for (const row of await rows(`logs/getlogsdaily/${date}`)) want(row);

    const keys = [...wanted.keys()];
    expect(keys.length).toBeGreaterThan(150);
    const walk = async () => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
        const opened = await openNumber<OpenedDay>(browser, `day/${key}`);
        days.set(key, opened);
        for (const row of wanted.get(key) ?? []) isWhatIsShown(opened, row);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
    // The hours of the demo come from everywhere they can come from.
    const sources = [...days.values()].flatMap(({ hours }) => hours?.duration_from ?? []);
    expect(new Set(sources).size).toBeGreaterThan(1);

    for (const { id } of people) await goalOf(browser, id);
  });
}

async function totalOf(browser: HttpClient, id: string, sales: readonly Sale[]): Promise<void> {
  const closed = sales.filter(({ status }) => status === 'Closed');
  const cents = closed.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  const opened = await openNumber(browser, `commission/${id}`, 90);
  expect(opened.requestedData.map((line) => line.id)).toEqual(closed.map((sale) => sale.id));
  expect(opened.commission).toBe(cents / 100);
  const total = await browser.get(`/api/sales/get-commission/${id}`);
  expect(opened.commission).toBe(total.body.commission);
}

function isWhatIsShown({ commission, closed_sales, sales_per_hour, hours }: OpenedDay, row: Row): void {
  expect(commission).toBe(row.commission);
  if (row.sales !== undefined) expect(closed_sales).toBe(row.sales);
  // While a shift is open its rate is another one a moment later.
  if (hours === null || hours.logout_time !== null) expect(sales_per_hour).toBe(row.sales_per_hour);
}

async function goalOf(browser: HttpClient, id: string): Promise<void> {
  const { body } = await browser.get(`/api/employees/getemployee/${id}`);
  const [employee] = body.requestedData;
  const opened = await openNumber<OpenedGoal>(browser, `goal/${id}`);
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
