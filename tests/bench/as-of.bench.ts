import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AS_OF_HEADER } from '#contracts/as-of.ts';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { atMost, type BenchResult, type BenchRow, median } from './support/bench-result.ts';
import { BIG_COMPANY_ZONE } from './support/big-company.ts';
import { bigReads } from './support/big-reads.ts';
import { startChild } from './support/children.ts';
import { dayTravel } from './support/day-travel.ts';

/** 200,000 events: 77,000 of shifts, 92,000 sales of which every third was edited. */
const COMPANY = { employees: 160, sales: 92_000, days: 365, editEach: 3 };
/** How many days ago: yesterday, and back to the first week. */
const DAYS_AGO = [1, 30, 90, 182, 274, 358];
const AT_MOST_MS = 500;
/** Of the manager who asks. */
const MANAGER = 20;
/** Of the employee in question. */
const PERSON = 27;

/**
 * Every call that reads, as of six days of the last year, each at two in the afternoon: the company works then.
 * One at a time, as a person moves through time. Each call is made twice and the second counts, since people look at
 * more than one screen of a moment. Then the same days as a whole: played back, and compared with today's state.
 *
 * BENCH_BIG_COMPANY names a folder where the company stays for the next run of the same day.
 */
export async function run(): Promise<BenchResult> {
  const kept = process.env.BENCH_BIG_COMPANY;
  const folder = kept ? join(kept, 'as-of') : mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const today = localDate(new Date().toISOString(), BIG_COMPANY_ZONE);
  const wish = JSON.stringify({ ...COMPANY, lastDay: today });
  const program = await startChild<{ url: string }>('./big-program.child.ts', [join(folder, 'data'), wish]);
  try {
    const { url } = program.hello;
    const client = await signIn(
      createHttpClient(url),
      `employee${MANAGER}@big.test`,
      undefined,
      BIG_COMPANY_ZONE,
    );
    const headers = { cookie: client.cookieHeader() };
    const rows: BenchRow[] = [];
    let events = 0;
    for (const { what, path } of bigReads) {
      const times: number[] = [];
      for (const days of DAYS_AGO) {
        const date = daysBefore(today, days);
        const place = `${url}${path(PERSON, date)}`;
        const asked = `${place}${place.includes('?') ? '&' : '?'}as-of=${date}T19:00:00Z`;
        await timed(asked, headers);
        const { ms, position } = await timed(asked, headers);
        times.push(ms);
        events = Math.max(events, position);
      }
      rows.push(
        atMost(1, {
          what: `${what}, slowest of ${times.length} (median ${median(times).toFixed(0)})`,
          ours: Math.max(...times),
          unit: 'ms',
          baseline: AT_MOST_MS,
          against: 'what was asked',
        }),
      );
    }
    const dates = DAYS_AGO.map((days) => daysBefore(today, days));
    rows.push(...(await dayTravel((path) => timed(`${url}${path}`, headers), dates)));
    return { name: 'as-of', rows, notes: [`as of up to event ${events} of the company, one at a time`] };
  } finally {
    await program.stop();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(url: string, headers: { cookie: string }) {
  const begin = performance.now();
  const response = await fetch(url, { headers });
  const text = await response.text();
  const ms = performance.now() - begin;
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  const position = Number(response.headers.get(AS_OF_HEADER)?.split(' ')[0]);
  return { ms, position, reply: JSON.parse(text) as unknown };
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
