import type { ComparedRow } from '#contracts/endpoints/comparison.endpoints.ts';
import type { Replay } from '#contracts/endpoints/replay.endpoints.ts';
import { atMost, type BenchRow, median } from './bench-result.ts';

/** Asks a call of the program and answers with its reply, and how long it took until that was there. */
export type Ask = (path: string) => Promise<{ readonly ms: number; readonly reply: unknown }>;

/** So many of the calls that would do the same one by one are made; the others would take as long. */
const SAMPLE = 12;

/**
 * A day that is played back, and one that is compared with what is known today, each beside the calls by which a
 * program would have to do the same without them: a board for every moment, two boards, a history for every event.
 */
export async function dayTravel(ask: Ask, dates: readonly string[]): Promise<BenchRow[]> {
  const replay: Pair[] = [];
  const ended: Pair[] = [];
  const midday: Pair[] = [];
  for (const date of dates) {
    const board = `/api/logs/getlogsdaily/${date}`;
    const played = await second(ask, `/api/audit/replay/${date}`);
    const { moments, end } = played.reply as Replay;
    const frames = sampled(moments).map(({ position }) => `${board}?as-of=@${position}`);
    replay.push({ ours: played.ms, others: (await medianOf(ask, frames)) * moments.length });

    const then = (await second(ask, `${board}?as-of=${end}`)).ms;
    const today = (await second(ask, board)).ms;
    ended.push({ ours: (await second(ask, `/api/audit/comparison/${date}`)).ms, others: then + today });

    const compared = await second(ask, `/api/audit/comparison/${date}?until=${date}T19:00:00Z`);
    const { requestedData: rows } = compared.reply as { requestedData: ComparedRow[] };
    const events = rows.flatMap((row) => row.events.map(({ entry }) => entry.subject));
    const histories = sampled(events).map(({ kind, id }) => `/api/audit/history/${kind}/${id}`);
    midday.push({ ours: compared.ms, others: (await medianOf(ask, histories)) * events.length });
  }
  return [
    row(0.2, 'replay of a day', replay, 'a board for each of its moments'),
    row(3, 'a day then and today, when it ended', ended, 'its two boards'),
    row(0.5, 'a day then and today, at two', midday, 'a history for each later event'),
  ];
}

type Pair = { readonly ours: number; readonly others: number };

function row(factor: number, what: string, pairs: readonly Pair[], against: string): BenchRow {
  const slowest = Math.max(...pairs.map(({ ours }) => ours)).toFixed(0);
  return atMost(factor, {
    what: `${what}, median of ${pairs.length} (slowest ${slowest})`,
    ours: median(pairs.map(({ ours }) => ours)),
    unit: 'ms',
    baseline: median(pairs.map(({ others }) => others)),
    against,
  });
}

/** The first call of its kind pays for what all share. */
async function second(ask: Ask, path: string): ReturnType<Ask> {
  await ask(path);
  return ask(path);
}

async function medianOf(ask: Ask, paths: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const path of paths) times.push((await ask(path)).ms);
  return median(times);
}

function sampled<Each>(all: readonly Each[]): Each[] {
  const step = Math.max(1, Math.floor(all.length / SAMPLE));
  return all.filter((_, at) => at % step === 0).slice(0, SAMPLE);
}
