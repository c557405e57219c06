import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type BenchResult, median, percentile } from './support/bench-result.ts';
import { benchTable } from './support/bench-table.ts';
import { startChild } from './support/children.ts';
import type { WatcherFigures, WatcherOptions } from './support/live-watcher.child.ts';

type Hello = Omit<WatcherOptions, 'naive' | 'perSecond' | 'seconds' | 'rounds'>;

const SELLERS = 50;
const PER_SECOND = 50;
const SECONDS = 6;
const ROUNDS = 5;
const MOST_P99_MS = 30;

/**
 * From the moment one browser sends its sale until another browser has the row: a real POST of 50 sellers in
 * turn, a real socket.io dashboard, the whole program with fsync between them. Against one INSERT with its
 * NOTIFY until a listener has it, without any program around it, and against a naive program that goes the
 * same way (request, session, INSERT with NOTIFY, websocket). All from one client process, in turns.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const program = await startChild<Hello>('./program.child.ts', [String(SELLERS)], {
    DATA_DIR: join(folder, 'data'),
  });
  const naive = await startChild<WatcherOptions['naive']>('./naive-live.child.ts', [
    program.hello.databaseUrl,
  ]);
  try {
    const options: WatcherOptions = {
      ...program.hello,
      naive: naive.hello,
      perSecond: PER_SECOND,
      seconds: SECONDS,
      rounds: ROUNDS,
    };
    const { hello } = await startChild<WatcherFigures>('./live-watcher.child.ts', [JSON.stringify(options)]);
    return resultOf(hello);
  } finally {
    await naive.stop();
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultOf({ ours, naive, notify }: WatcherFigures): BenchResult {
  const middle = (rounds: number[][], share: number) =>
    median(rounds.map((round) => percentile(round, share)));
  const against = 'INSERT + NOTIFY to LISTEN';
  const unit = 'ms';
  const [p99, notifyP99] = [middle(ours, 0.99), middle(notify, 0.99)];
  const spread = (rounds: number[][], share: number) =>
    rounds.map((round) => percentile(round, share).toFixed(1)).join(' ');
  return {
    name: 'live',
    rows: [
      atMost(2.5, {
        what: `request sent → another browser has the row, ${PER_SECOND}/s, p50`,
        ours: middle(ours, 0.5),
        unit,
        baseline: middle(notify, 0.5),
        against,
      }),
      atMost(2.5, {
        what: 'the same',
        ours: middle(ours, 0.5),
        unit,
        baseline: middle(naive, 0.5),
        against: 'POST, INSERT + NOTIFY, websocket of a naive program',
      }),
      {
        what: 'the same, p99',
        ours: p99,
        unit,
        baseline: notifyP99,
        against,
        ratio: p99 / notifyP99,
        reach: `≤ ${MOST_P99_MS} ms`,
        reached: p99 <= MOST_P99_MS,
      },
    ],
    notes: [
      `medians of ${ROUNDS} rounds of ${SECONDS} s in turns, fsync on; program, Postgres and browsers share the machine`,
      `p50 of the rounds: ours ${spread(ours, 0.5)} ms, naive program ${spread(naive, 0.5)} ms, NOTIFY ${spread(notify, 0.5)} ms`,
      `p99 of the rounds: ours ${spread(ours, 0.99)} ms, naive program ${spread(naive, 0.99)} ms, NOTIFY ${spread(notify, 0.99)} ms`,
    ],
  };
}

if (import.meta.main) {
  const result = await run();
  process.stdout.write(`${benchTable(result)}\n${JSON.stringify(result)}\n`);
}
