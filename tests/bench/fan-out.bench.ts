import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchResult, median, percentile } from './support/bench-result.ts';
import { benchTable } from './support/bench-table.ts';
import { type Child, startChild } from './support/children.ts';
import type { Arrival, DashboardsOptions } from './support/dashboards.child.ts';

const DASHBOARDS = 1_000;
const WARM_UP = 10;
const CHANGES = 60;
/** Longer than a row is held back after its last push. */
const PAUSE_MS = 150;
const REACH = 0.8;

/** Milliseconds from the start of each change. */
type Times = { first: number[]; last: number[] };

/**
 * One changed row to 1,000 dashboards of a company: from the news that it was committed (so with the query
 * that reads it) until the last client process' socket has it. Against a loop that sends the same text, ready
 * made, to 1,000 plain websockets. In turns, with the same clients in a process of their own.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const program = await startChild<{ url: string; cookies: string[] }>(
    './dashboards-program.child.ts',
    [String(DASHBOARDS)],
    { DATA_DIR: join(folder, 'data') },
  );
  const naive = await startChild<{ url: string }>('./naive-loop.child.ts');
  const options: DashboardsOptions = {
    ours: program.hello.url,
    cookies: program.hello.cookies,
    naive: naive.hello.url,
  };
  const dashboards = await startChild('./dashboards.child.ts', [JSON.stringify(options)]);
  const ours: Times = { first: [], last: [] };
  const theirs: Times = { first: [], last: [] };
  try {
    for (let change = 0; change < WARM_UP + CHANGES; change++) {
      const our = await once(dashboards, 'ours', program, {});
      const their = await once(dashboards, 'naive', naive, { text: our.text });
      if (change < WARM_UP) continue;
      for (const which of ['first', 'last'] as const) {
        ours[which].push(our[which]);
        theirs[which].push(their[which]);
      }
    }
    return resultOf(ours, theirs);
  } finally {
    await dashboards.stop();
    await naive.stop();
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function once(
  dashboards: Child<unknown>,
  side: 'ours' | 'naive',
  server: Child<unknown>,
  change: object,
): Promise<{ first: number; last: number; text: string }> {
  await sleep(PAUSE_MS);
  const arrival = dashboards.ask<Arrival>({ awaiting: side });
  const { startedAt } = await server.ask<{ startedAt: number }>(change);
  const { firstAt, lastAt, text } = await arrival;
  return { first: firstAt - startedAt, last: lastAt - startedAt, text };
}

function resultOf(ours: Times, naive: Times): BenchResult {
  const [middle, baseline] = [median(ours.last), median(naive.last)];
  const at = (times: readonly number[], share: number) => percentile(times, share).toFixed(1);
  const spread = ({ first, last }: Times) =>
    `first ${at(first, 0.5)}; last p10 ${at(last, 0.1)}, p50 ${at(last, 0.5)}, p90 ${at(last, 0.9)} ms`;
  return {
    name: 'fan-out',
    rows: [
      {
        what: `one change until the last of ${DASHBOARDS} dashboards has it`,
        ours: middle,
        unit: 'ms',
        baseline,
        against: 'naive ws loop, same text and clients (ratio of speeds)',
        ratio: baseline / middle,
        reach: `≥ ${REACH}×`,
        reached: baseline / middle >= REACH,
      },
    ],
    notes: [
      `medians of ${CHANGES} changes in turns; ours reads the row from the database first`,
      `ours: ${spread(ours)}`,
      `loop: ${spread(naive)}`,
    ],
  };
}

if (import.meta.main) {
  const result = await run();
  process.stdout.write(`${benchTable(result)}\n${JSON.stringify(result)}\n`);
}
