import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { type Contender, emmett, oneRowInserts, ours, PAYLOAD_BYTES } from './support/append-contenders.ts';
import { appendRate, IN_FLIGHT } from './support/append-rate.ts';
import { atLeast, type BenchResult, median } from './support/bench-result.ts';
import { benchTable } from './support/bench-table.ts';

const ROUNDS = 7;
const ROUND_MS = 1500;
const WARM_UP_MS = 1000;

const contenders = {
  ours: (url: string) => ours(url),
  emmett: (url: string) => emmett(url, IN_FLIGHT),
  'INSERT, 8 connections': (url: string) => oneRowInserts(url, 8),
  'INSERT, 32 connections': (url: string) => oneRowInserts(url, 32),
};
type Name = keyof typeof contenders;
const names = Object.keys(contenders) as Name[];

/**
 * Conditional appends of one event, 32 in flight, on the program's own Postgres with its own settings, fsync
 * on. All contenders take turns on the same server, so that what else the machine does hits all alike.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const opened = new Map<Name, Contender>();
  try {
    for (const name of names) opened.set(name, await contenders[name](database.url));
    for (const contender of opened.values()) await appendRate(contender, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, contender] of opened) rates[name].push(await appendRate(contender, ROUND_MS));
    }
    return resultOf(rates);
  } finally {
    for (const contender of opened.values()) await contender.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultOf(rates: Record<Name, number[]>): BenchResult {
  const figures = { ours: median(rates.ours), unit: 'appends/s' };
  const inserts = (['INSERT, 8 connections', 'INSERT, 32 connections'] as const).toSorted(
    (a, b) => median(rates[b]) - median(rates[a]),
  )[0] as Name;
  return {
    name: 'append',
    rows: [
      atLeast(4, {
        ...figures,
        what: 'conditional 1-event append, 32 in flight',
        baseline: median(rates.emmett),
        against: '@event-driven-io/emmett-postgresql',
      }),
      atLeast(1.3, {
        ...figures,
        what: 'the same',
        baseline: median(rates[inserts]),
        against: `one-row ${inserts}`,
      }),
    ],
    notes: [
      `${PAYLOAD_BYTES} B of JSON per event, fsync on; medians of ${ROUNDS} rounds in turns`,
      ...names.map((name) => `${name}: ${rates[name].map((value) => Math.round(value)).join(' ')} /s`),
    ],
  };
}

if (import.meta.main) {
  const result = await run();
  process.stdout.write(`${benchTable(result)}\n${JSON.stringify(result)}\n`);
}
