import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { atMost, type BenchResult, type BenchRow, median, percentile } from './support/bench-result.ts';
import { BIG_COMPANY_ZONE } from './support/big-company.ts';
import { bigCompanyIds as ids } from './support/big-company-ids.ts';
import { startChild, WITHOUT_COLLECTIONS } from './support/children.ts';
import { recordingRate } from './support/recording-rate.ts';
import type { SteadyFigures, SteadyOptions } from './support/steady-sellers.child.ts';

const EMPLOYEES = 1000;
/** Five in eight are Closed: 100,000. */
const SALES = 160_000;
const DAYS = 14;
const LINES = 1000;
/** Sales per second beside a lock. */
const PACE = 50;
const SECONDS = 6;
const ASKED_MS = { statement: 50, review: 300, lock: 5000 };
const ROUNDS = 5;
/** Of a hundred, the 99th percentile would be the worst but one. */
const STATEMENTS = 400;

/**
 * Payday of a company of 1,000 people with 100,000 Closed sales in the period: its review, and its lock while 50 sales a
 * second go on; a statement of 1,000 lines; and what pay adds to the recording of a sale.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const today = localDate(new Date().toISOString(), BIG_COMPANY_ZONE);
  const lastDay = daysBefore(today, 1);
  const company = JSON.stringify({ employees: EMPLOYEES, sales: SALES, days: DAYS, lastDay });
  const program = await startChild<{ url: string }>('./big-program.child.ts', [
    join(folder, 'data'),
    company,
  ]);
  try {
    const { url } = program.hello;
    const client = (employee: number) =>
      signIn(createHttpClient(url), `employee${employee}@big.test`, undefined, BIG_COMPANY_ZONE);
    const people = { url, owner: await client(0), seller: await client(1) };
    const statement = await statementOf(people, today);
    const payday = await lockOf(people, daysBefore(lastDay, DAYS - 1));
    return {
      name: 'payday',
      rows: [statement, ...payday.rows, await costOfSale()],
      notes: [
        ...payday.notes,
        `recording: medians of ${ROUNDS} rounds in turns, 32 in flight, until they are projected`,
      ],
    };
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type People = { readonly url: string; readonly owner: HttpClient; readonly seller: HttpClient };

const asked = (what: string, ours: number, askedMs: number): BenchRow =>
  atMost(1, { what, ours, unit: 'ms', baseline: askedMs, against: 'asked' });

/** Milliseconds of a call that is not answered from a cache: a sale was recorded before it. */
async function timed(client: HttpClient, path: string): Promise<number> {
  const begin = performance.now();
  const { status } = await client.get(path);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return performance.now() - begin;
}

async function sell(seller: HttpClient): Promise<void> {
  const sale = { name: 'One more', campaignId: ids.campaign(1), price: '100', status: 'Closed' };
  const { status } = await seller.post('/api/sales/addsale', sale);
  if (status !== 200) throw new Error(`a sale is answered ${status}`);
}

async function statementOf({ owner, seller }: People, today: string): Promise<BenchRow> {
  const schedule = {
    rhythm: 'every two weeks',
    firstDay: daysBefore(today, DAYS),
    timeZone: BIG_COMPANY_ZONE,
  };
  const { status, body } = await owner.send('PUT', '/api/pay/schedule', schedule);
  if (status !== 200) throw new Error(JSON.stringify(body));
  for (let sold = 0; sold < LINES; sold += 1) await sell(seller);
  const times: number[] = [];
  for (let time = 0; time < STATEMENTS; time += 1) {
    await sell(seller);
    // Until the sale is read: that is a promise of its own.
    await timed(seller, '/api/pay/claims');
    times.push(await timed(seller, `/api/pay/statements/${today}`));
  }
  return asked(`p99 of a statement of ${LINES} lines`, percentile(times, 0.99), ASKED_MS.statement);
}

async function lockOf(
  { url, owner, seller }: People,
  from: string,
): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const review: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    await sell(seller);
    review.push(await timed(owner, `/api/pay/payroll/${from}`));
  }
  // An only manager approves all but their own.
  const approved = await owner.post(`/api/pay/payroll/${from}/approve`, {});
  const steady = async () => {
    const sellers = [{ cookie: seller.cookieHeader(), campaignId: ids.campaign(1) }];
    const options: SteadyOptions = { url, sellers, perSecond: PACE, seconds: SECONDS };
    const arguments_ = [JSON.stringify(options)];
    const child = './steady-sellers.child.ts';
    return (await startChild<SteadyFigures>(child, arguments_, {}, WITHOUT_COLLECTIONS)).hello;
  };
  const quiet = await steady();
  const selling = steady();
  // Let the sellers warm up, as in quiet.
  await new Promise((warm) => setTimeout(warm, 1500));
  const begin = performance.now();
  const locked = await owner.post(`/api/pay/payroll/${from}/lock`, {});
  const lockMs = performance.now() - begin;
  const beside = await selling;
  const count = locked.body.done?.length ?? 0;
  if (locked.status !== 200 || count < EMPLOYEES - 1)
    throw new Error(
      `${count} of ${approved.body.done?.length} locked: ${JSON.stringify(locked.body).slice(0, 300)}`,
    );
  for (const { failures } of [quiet, beside])
    if (Object.keys(failures).length > 0) throw new Error(`sales failed: ${JSON.stringify(failures)}`);
  return {
    rows: [
      asked(`review of ${EMPLOYEES} people and 100,000 sales opens, median`, median(review), ASKED_MS.review),
      asked(`their lock beside ${PACE} sales/s`, lockMs, ASKED_MS.lock),
      atMost(1.2, {
        what: `p99 of a sale beside the lock`,
        ours: percentile(beside.writes, 0.99),
        unit: 'ms',
        baseline: percentile(quiet.writes, 0.99),
        against: 'in quiet',
      }),
    ],
    notes: [
      `review p99 ${percentile(review, 0.99).toFixed(0)} ms; ${count} statements locked`,
      `p50 of a sale in quiet ${median(quiet.writes).toFixed(1)} ms, beside the lock ${median(beside.writes).toFixed(1)} ms`,
    ],
  };
}

async function costOfSale(): Promise<BenchRow> {
  const rates = { withPay: [] as number[], without: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.without.push(await recordingRate((name) => name !== 'pay'));
    rates.withPay.push(await recordingRate(() => true));
  }
  return atMost(1.05, {
    what: 'recording a sale until all read models have it',
    ours: 1e6 / median(rates.withPay),
    unit: 'µs',
    baseline: 1e6 / median(rates.without),
    against: 'without the read model of pay',
  });
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
