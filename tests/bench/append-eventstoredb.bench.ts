import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendRate, IN_FLIGHT } from './support/append-rate.ts';
import { atLeast, atMost, type BenchResult, type BenchRow, median } from './support/bench-result.ts';
import { benchTable } from './support/bench-table.ts';
import { type Child, startChild } from './support/children.ts';
import { batchAppends, oursOnEventStoreDb } from './support/eventstoredb-contenders.ts';
import { load } from './support/load.ts';

type Hello = { url: string; cookies: string[]; campaignId: string; databaseUrl: string };
type Program = Child<Hello> & { readonly eventStoreUrl: string };

const NAME = 'append-eventstoredb';
const ROUNDS = 5;
const ROUND_MS = 3000;
const CONNECTIONS = 16;
const IMPORTS = 3;
const IMPORTED_ROWS = 8800;

/**
 * On the server of EVENTSTORE_URL, best an empty one: appends against the client's own batch append, and the whole
 * program on it against the whole program on Postgres, in turns on the same machine.
 */
export async function run(): Promise<BenchResult> {
  const url = process.env.EVENTSTORE_URL;
  if (!url) return { name: NAME, rows: [], notes: ['skipped: EVENTSTORE_URL names no server'] };
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const start = async (name: string, eventStoreUrl: string): Promise<Program> => {
    const env = { DATA_DIR: join(folder, name), EVENTSTORE_URL: eventStoreUrl };
    return { ...(await startChild<Hello>('./program.child.ts', [], env)), eventStoreUrl };
  };
  const rows: BenchRow[] = [await appends(url)];
  const postgres = await start('postgres', '');
  const eventStore = await start('eventstoredb', url);
  try {
    rows.push(await sales(eventStore, postgres, true), await sales(eventStore, postgres, false));
    rows.push(await imports(eventStore, postgres, folder));
  } finally {
    await eventStore.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const notes = ['medians of rounds in turns; both servers, both programs and the load share the machine'];
  return { name: NAME, rows, notes };
}

async function appends(url: string): Promise<BenchRow> {
  const [ours, theirs] = [await oursOnEventStoreDb(url), await batchAppends(url)];
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (const contender of [ours, theirs]) await appendRate(contender, ROUND_MS);
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await appendRate(ours, ROUND_MS));
    rates.theirs.push(await appendRate(theirs, ROUND_MS));
  }
  await ours.close();
  await theirs.close();
  return atLeast(0.95, {
    what: `conditional 1-event append, ${IN_FLIGHT} in flight`,
    ours: median(rates.ours),
    unit: 'appends/s',
    baseline: median(rates.theirs),
    against: "the client's batch append in a bare loop",
  });
}

async function sales(ours: Program, theirs: Program, keyed: boolean): Promise<BenchRow> {
  const rate = async ({ hello }: Program) => {
    const { rate: perSecond, failures } = await load({
      url: `${hello.url}/api/sales/addsale`,
      method: 'POST',
      headers: { cookie: hello.cookies[0] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(sale(hello.campaignId)),
      ...{ connections: CONNECTIONS, seconds: ROUND_MS / 1000 },
      ...(keyed && { newIdIn: 'idempotency-key' }),
    });
    if (failures > 0) throw new Error(`${failures} requests of the benchmark failed`);
    return perSecond;
  };
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (const program of [ours, theirs]) await rate(program);
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await rate(ours));
    rates.theirs.push(await rate(theirs));
  }
  const key = keyed ? 'with' : 'without';
  return atLeast(0.5, {
    what: `POST /api/sales/addsale ${key} an Idempotency-Key, ${CONNECTIONS} connections`,
    ours: median(rates.ours),
    unit: 'requests/s',
    baseline: median(rates.theirs),
    against: 'the same on Postgres',
  });
}

function sale(campaignId: string) {
  const details = 'Paid by card, delivery next week';
  const customer = { name: 'Router for the branch office', customerNumber: 'C-10442', details };
  return { ...customer, campaignId, price: '1234.50', discount: 5, status: 'Closed' };
}

async function imports(ours: Program, theirs: Program, folder: string): Promise<BenchRow> {
  const files = writeBook(folder);
  const seconds = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < IMPORTS; round++) {
    seconds.ours.push(await importInto(ours, files, round));
    seconds.theirs.push(await importInto(theirs, files, round));
  }
  return atMost(1.5, {
    what: `npm run import of ${IMPORTED_ROWS.toLocaleString('en')} rows, beside the running program`,
    ours: median(seconds.ours),
    unit: 's',
    baseline: median(seconds.theirs),
    against: 'the same on Postgres',
  });
}

async function importInto(
  { hello, eventStoreUrl }: Program,
  files: string[],
  round: number,
): Promise<number> {
  const main = new URL('../../services/import/import.main.ts', import.meta.url).pathname;
  const company = ['--company', `import-${process.pid}-${round}@bench.test`, '--name', `Import ${round}`];
  const env = { ...process.env, DATABASE_URL: hello.databaseUrl, EVENTSTORE_URL: eventStoreUrl };
  const start = performance.now();
  const child = spawn(process.execPath, [main, ...company, ...files], {
    env,
    stdio: ['ignore', 'ignore', 2],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return (performance.now() - start) / 1000;
}

/** The options that name the three files of a book of sales. */
function writeBook(folder: string): string[] {
  const agents = Array.from({ length: 30 }, (_, nth) => `Agent ${nth}`);
  const products = Array.from({ length: 7 }, (_, nth) => `Product ${nth}`);
  const pipeline = Array.from({ length: IMPORTED_ROWS }, (_, nth) => [
    `O${nth}`,
    agents[nth % 30],
    products[nth % 7],
    'Acme',
    'Won',
    '2017-01-02',
    '2017-03-04',
    500 + nth,
  ]);
  const write = (name: string, head: string, lines: readonly string[]) => {
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, [head, ...lines, ''].join('\n'));
    return [`--${name}`, path];
  };
  const columns = 'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value';
  return [
    ...write(
      'pipeline',
      columns,
      pipeline.map((row) => row.join(',')),
    ),
    ...write(
      'teams',
      'sales_agent,manager,regional_office',
      agents.map((agent) => `${agent},Manager 1,East`),
    ),
    ...write(
      'products',
      'product,series,sales_price',
      products.map((product) => `${product},S,550`),
    ),
  ];
}

if (import.meta.main) {
  const result = await run();
  process.stdout.write(`${benchTable(result)}\n${JSON.stringify(result)}\n`);
}
