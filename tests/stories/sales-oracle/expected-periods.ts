import { expect } from 'vitest';
import { SEED } from '#tests/support/seed.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { centsOf, type ExpectedSale } from './expected-sales.ts';

/** Local dates, both inclusive; an open end where one is missing. */
export type Period = { readonly from?: string; readonly to?: string };

/** What the checked periods had. */
export type Tally = ReturnType<typeof createTally>;
export const createTally = () => ({
  ...{ withSales: 0, empty: 0, oneDate: 0, openEnds: 0, severalPages: 0 },
  ...{ shifts: 0, datesWithoutShift: 0, imported: 0, former: 0 },
});

type Asked = {
  readonly reader: HttpClient;
  readonly id: string;
  /** All Closed sales of that person. */
  readonly sales: readonly ExpectedSale[];
  readonly period: Period;
  /** Rows of a page. */
  readonly limit: number;
};

type Row = { commission: number; login_date: string; login_time: string | null; sales: number };

/** The report, the commission and the sales of a period by the API: their sums are that of the expected sales. */
export async function checkPeriod({ reader, id, sales, period, limit }: Asked, tally: Tally): Promise<void> {
  const isWithin = (date: string) => (period.from ?? '') <= date && date <= (period.to ?? '9999');
  const expected = sales.filter(({ date }) => isWithin(date));
  const cents = Number(expected.reduce((sum, sale) => sum + centsOf(sale), 0n));

  const read = async (path: string, query: object) => {
    const reply = await reader.get(`/api/${path}?${new URLSearchParams({ ...query })}`);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.body;
  };
  const named = { employeeId: id, status: 'Closed' };
  const report: Row[] = (await pages(`logs/getlogs/${id}`, { ...period, limit })).rows;
  const ledger = await pages('sales/getsales/all', { ...named, ...period, limit });
  const sums = {
    report: sumOf(report),
    commission: centsIn(await read(`sales/get-commission/${id}`, period)),
    sales: sumOf(ledger.rows),
    totalOfSales: centsIn(ledger.first),
    count: report.reduce((sum, row) => sum + row.sales, 0),
    listed: ledger.rows.length,
  };
  const about = `SEED=${SEED} ${id} ${JSON.stringify(period)}`;
  const all = { report: cents, commission: cents, sales: cents, totalOfSales: cents };
  expect(sums, about).toEqual({ ...all, count: expected.length, listed: expected.length });
  const dates = report.map(({ login_date }) => login_date);
  const isFaulty = (day: string, at: number) => !isWithin(day) || day >= (dates[at - 1] ?? '9999');
  expect(dates.filter(isFaulty), about).toEqual([]);

  const { from: date, to } = period;
  if (date !== undefined && date === to) {
    const ofDate = {
      report: sumOf((await read('logs/getlogsbyid&date', { id, date })).requestedData),
      commission: centsIn(await read(`sales/get-commission/${id}`, { date })),
      sales: sumOf((await read(`sales/getsales/${date}`, named)).requestedData),
    };
    expect(ofDate, about).toEqual({ report: cents, commission: cents, sales: cents });
    tally.oneDate += 1;
  }
  tally.withSales += expected.length > 0 ? 1 : 0;
  tally.empty += report.length === 0 ? 1 : 0;
  tally.openEnds += (date === undefined) !== (to === undefined) ? 1 : 0;
  tally.severalPages += report.length > limit ? 1 : 0;
  tally.shifts += report.filter(({ login_time }) => login_time !== null).length;
  tally.datesWithoutShift += report.filter(({ login_time }) => login_time === null).length;

  async function pages(path: string, query: object) {
    const first = await read(path, query);
    const rows = [...first.requestedData];
    for (let cursor = first.nextCursor; cursor !== undefined; ) {
      const page = await read(path, { ...query, cursor });
      rows.push(...page.requestedData);
      cursor = page.nextCursor;
    }
    return { first, rows };
  }
}

const centsIn = ({ commission }: { commission: number }) => Math.round(commission * 100);
const sumOf = (rows: readonly { commission: number }[]) => rows.reduce((sum, row) => sum + centsIn(row), 0);
