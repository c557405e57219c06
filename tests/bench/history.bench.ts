import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localDate } from '#contracts/local-date.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { atLeast, atMost, type BenchResult, type BenchRow } from './support/bench-result.ts';
import { BIG_COMPANY_ZONE } from './support/big-company.ts';
import { bigCompanyIds as ids } from './support/big-company-ids.ts';
import { startChild } from './support/children.ts';
import { load } from './support/load.ts';

const SALES = 1_000_000;
const COMPANY = { employees: 1000, sales: SALES, days: 365 };
const SECONDS = 5;
const CONNECTIONS = 10;
const PATHS = 1000;
/** A manager of the big company. */
const MANAGER = 20;
const SAMPLE_MS = 100;
/** In this part of the export the program gets the memory that it then needs. */
const EARLY = 1 / 4;

type Cookie = { cookie: string };

/**
 * The history of sales of a company with more than 1,000,000 events, and all of it as a file, from the program as
 * it runs. BENCH_BIG_COMPANY names a folder where the company stays for the next run of the same day.
 */
export async function run(): Promise<BenchResult> {
  const kept = process.env.BENCH_BIG_COMPANY;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const lastDay = localDate(new Date().toISOString(), BIG_COMPANY_ZONE);
  const company = JSON.stringify({ ...COMPANY, lastDay });
  const program = await startChild<{ url: string }>('./big-program.child.ts', [
    join(folder, 'data'),
    company,
  ]);
  try {
    const { url } = program.hello;
    await untilSealed(url);
    const client = await signIn(
      createHttpClient(url),
      `employee${MANAGER}@big.test`,
      undefined,
      BIG_COMPANY_ZONE,
    );
    const who = { cookie: client.cookieHeader() };
    const sale = (at: number) => `/api/audit/history/sale/${ids.sale(at)}`;
    const employee = (at: number) => `/api/audit/events?limit=50&person=${ids.employee(at)}`;
    const rows = [
      await slowest('history of a sale, p99', 20, url, who, (at) => sale((at * 997) % SALES)),
      await slowest('50 newest events, p99', 50, url, who, () => '/api/audit/events?limit=50'),
      await slowest('50 newest events of a person, p99', 200, url, who, (at) => employee(at % 1000)),
      ...(await exported(url, who, program.pid, 'identity')),
      ...(await exported(url, who, program.pid, 'br')),
    ];
    return {
      name: 'history',
      rows,
      notes: [`${CONNECTIONS} connections, ${PATHS} different questions of a kind, ${SECONDS} s each`],
    };
  } finally {
    await program.stop();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

/** A company that was written a moment ago is still being sealed, a minute of work that no other day has. */
async function untilSealed(url: string): Promise<void> {
  for (;;) {
    const state = (await (await fetch(`${url}/readyz`)).json()) as { checks: { seals: { lag: number } } };
    if (state.checks.seals.lag === 0) return;
    await sleep(SAMPLE_MS);
  }
}

async function slowest(
  what: string,
  atMostMs: number,
  url: string,
  headers: Cookie,
  path: (at: number) => string,
): Promise<BenchRow> {
  const paths = Array.from({ length: PATHS }, (_, at) => path(at));
  const asked = { url, method: 'GET', headers, connections: CONNECTIONS, seconds: SECONDS, paths } as const;
  // The first pass is what a program that just started has to load.
  await load({ ...asked, seconds: 1 });
  const figures = await load(asked);
  if (figures.failures > 0) throw new Error(`${figures.failures} requests for ${what} failed`);
  const row = { what, ours: figures.p99, unit: 'ms', baseline: atMostMs, against: 'what was asked' };
  return atMost(1, row);
}

/** All events as JSON Lines: how fast, and whether the program takes more memory for more of them. */
async function exported(
  url: string,
  who: Cookie,
  pid: number,
  encoding: 'identity' | 'br',
): Promise<BenchRow[]> {
  const headers = { ...who, 'accept-encoding': encoding };
  const highest = { early: 0, late: 0 };
  let lines = 0;
  const sampling = setInterval(() => {
    const part = lines < SALES * EARLY ? 'early' : 'late';
    highest[part] = Math.max(highest[part], residentMb(pid));
  }, SAMPLE_MS);
  const begin = performance.now();
  try {
    const reply = await fetch(`${url}/api/audit/events.jsonl`, { headers });
    if (!reply.ok || !reply.body) throw new Error(`the export answers ${reply.status}`);
    for await (const chunk of reply.body) for (const byte of chunk) if (byte === 10) lines++;
  } finally {
    clearInterval(sampling);
  }
  const seconds = (performance.now() - begin) / 1000;
  if (lines < SALES) throw new Error(`${lines} lines of more than ${SALES} events`);
  return [
    atLeast(1, {
      what: `export of ${lines.toLocaleString('en')} events as JSON Lines, ${encoding}`,
      ours: lines / seconds,
      unit: 'events/s',
      baseline: 10_000,
      against: 'what a person waits for',
    }),
    atMost(1.2, {
      what: `memory of the program while the rest of them is exported, ${encoding}, at most`,
      ours: highest.late,
      unit: 'MB',
      baseline: highest.early,
      against: 'in the first quarter',
    }),
  ];
}

/** Of one process alone; Linux only. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
