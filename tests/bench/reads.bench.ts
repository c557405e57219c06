import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { daysFrom } from '#tests/support/histories/event-histories.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { atLeast, atMost, type BenchResult, type BenchRow, median } from './support/bench-result.ts';
import { figure } from './support/bench-table.ts';
import { BIG_COMPANY_ZONE } from './support/big-company.ts';
import { bigCompanyIds as ids } from './support/big-company-ids.ts';
import { bigReads } from './support/big-reads.ts';
import { startChild } from './support/children.ts';
import { load } from './support/load.ts';

const EMPLOYEES = 1000;
const SALES = 1_000_000;
const DAYS = 365;
const CONNECTIONS = 50;
const ROUNDS = 3;
const SECONDS = 2;
/** For the figures of many people and dates while others work. */
const AT_WORK = { connections: 10, paths: 300, salesEachMs: 50, atMostMs: 50 };
/** Of the manager who asks. */
const MANAGER = 20;
/** Of the one he asks about. */
const PERSON = 27;

type Hello = { url: string };
type Cookie = { cookie: string };

/**
 * Every call that reads, as a manager of a company of 1,000 employees and 1,000,000 sales makes it. First one
 * question over and over, against a Fastify route that has the same bytes in memory: each in its own process,
 * in turns. Then 300 different people and dates, while twenty sales a second are recorded in the company.
 *
 * BENCH_BIG_COMPANY names a folder where the company stays for the next run of the same day.
 */
export async function run(): Promise<BenchResult> {
  const kept = process.env.BENCH_BIG_COMPANY;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const today = localDate(new Date().toISOString(), BIG_COMPANY_ZONE);
  const company = JSON.stringify({ employees: EMPLOYEES, sales: SALES, days: DAYS, lastDay: today });
  const program = await startChild<Hello>('./big-program.child.ts', [join(folder, 'data'), company]);
  try {
    const { url } = program.hello;
    const client = await signIn(
      createHttpClient(url),
      `employee${MANAGER}@big.test`,
      undefined,
      BIG_COMPANY_ZONE,
    );
    const who = { cookie: client.cookieHeader() };
    const bodies = await fetched(
      bigReads.map(({ path }) => url + path(PERSON, today)),
      who,
    );
    const rates = await againstMemory(folder, url, today, who, bodies);
    const small = await compressed(url, today, who);
    const { row, note } = await whileOthersWork(url, today, who);
    return {
      name: 'reads',
      rows: [...rates, ...small, row],
      notes: [
        `medians of ${ROUNDS} rounds of ${SECONDS} s in turns, ${CONNECTIONS} connections, all on this machine`,
        note,
      ],
    };
  } finally {
    await program.stop();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

async function fetched(urls: readonly string[], headers: Cookie): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  for (const url of urls) {
    const reply = await fetch(url, { headers });
    if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}`);
    bodies.push(Buffer.from(await reply.arrayBuffer()));
  }
  return bodies;
}

async function againstMemory(
  folder: string,
  url: string,
  date: string,
  headers: Cookie,
  bodies: readonly Buffer[],
): Promise<BenchRow[]> {
  const files = join(folder, 'bodies');
  mkdirSync(files, { recursive: true });
  for (const [at, bytes] of bodies.entries()) writeFileSync(join(files, String(at)), bytes);
  const memory = await startChild<Hello>('./memory-server.child.ts', [files, String(bodies.length)]);
  const rows: BenchRow[] = [];
  try {
    for (const [at, { what, path }] of bigReads.entries()) {
      const pairs: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await rate(url + path(PERSON, date), headers);
        pairs.push([ours, await rate(`${memory.hello.url}/${at}`, headers)]);
      }
      rows.push(
        atLeast(0.4, {
          what: `${what}, ${size(bodies[at]?.length ?? 0)}`,
          ours: median(pairs.map(([mine]) => mine)),
          unit: 'requests/s',
          baseline: median(pairs.map(([, other]) => other)),
          against: 'the same bytes from memory',
        }),
      );
    }
  } finally {
    await memory.stop();
  }
  return rows;
}

/** The same reply in `br`, as browsers ask for it, and as it is. */
async function compressed(url: string, date: string, headers: Cookie): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { what, path } of bigReads.filter(({ isCompressed }) => isCompressed)) {
    const address = url + path(PERSON, date);
    const pairs: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await rate(address, { ...headers, 'accept-encoding': 'br' });
      pairs.push([ours, await rate(address, headers)]);
    }
    rows.push(
      atLeast(0.8, {
        what: `${what}, compressed`,
        ours: median(pairs.map(([mine]) => mine)),
        unit: 'requests/s',
        baseline: median(pairs.map(([, other]) => other)),
        against: 'the same as it is',
      }),
    );
  }
  return rows;
}

async function rate(url: string, headers: Cookie & Record<string, string>): Promise<number> {
  const figures = await load({ url, method: 'GET', headers, connections: CONNECTIONS, seconds: SECONDS });
  if (figures.failures > 0) throw new Error(`${figures.failures} requests to ${url} failed`);
  return figures.rate;
}

/** The slowest p99 of all calls, and a note with each. */
async function whileOthersWork(
  url: string,
  today: string,
  headers: Cookie,
): Promise<{ row: BenchRow; note: string }> {
  const dates = daysFrom(daysBefore(today, DAYS - 1), DAYS);
  const sale = { name: 'One more', campaignId: ids.campaign(0), price: '100', status: 'Closed' };
  const sold = { times: 0, failures: 0 };
  const sell = async () => {
    const reply = await fetch(`${url}/api/sales/addsale`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(sale),
    }).catch(() => null);
    sold.times++;
    if (reply?.status !== 200) sold.failures++;
  };
  const selling = setInterval(() => void sell(), AT_WORK.salesEachMs);
  const all: { what: string; p99: number }[] = [];
  try {
    for (const { what, path } of bigReads) {
      const paths = Array.from({ length: AT_WORK.paths }, (_, at) => {
        const person = (at * 7 + 1) % EMPLOYEES;
        return path(person, dates[at % dates.length] ?? today);
      });
      const { connections } = AT_WORK;
      const figures = await load({ url, method: 'GET', headers, connections, seconds: SECONDS, paths });
      if (figures.failures > 0) throw new Error(`${figures.failures} requests for ${what} failed`);
      all.push({ what, p99: figures.p99 });
    }
  } finally {
    clearInterval(selling);
  }
  if (sold.times === 0 || sold.failures > 0)
    throw new Error(`${sold.failures} of ${sold.times} sales failed`);
  const [slowest = { what: '', p99: Number.NaN }] = all.toSorted((one, other) => other.p99 - one.p99);
  return {
    row: atMost(1, {
      what: `slowest p99 while others work: ${slowest.what}`,
      ours: slowest.p99,
      unit: 'ms',
      baseline: AT_WORK.atMostMs,
      against: 'what was asked',
    }),
    note: `p99 in ms, ${AT_WORK.connections} connections: ${all.map(({ what, p99 }) => `${what} ${figure(p99)}`).join(', ')}`,
  };
}

function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`;
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
