import {
  insertAndNotify,
  type LiveContender,
  naiveProgram,
  type OursOptions,
  ours,
} from './live-contenders.ts';
import { atPace, eventually } from './live-round.ts';

/** The browsers of all contenders in one process, so that one clock times both ends. */
export type WatcherOptions = OursOptions & {
  readonly naive: { readonly address: string; readonly cookie: string };
  readonly databaseUrl: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly rounds: number;
};
/** Milliseconds of every sale, per round. */
export type WatcherFigures = Readonly<Record<'ours' | 'naive' | 'notify', number[][]>>;

const options = JSON.parse(process.argv[2] ?? '') as WatcherOptions;

async function round({ send }: LiveContender): Promise<number[]> {
  const latencies: number[] = [];
  const all = options.perSecond * options.seconds;
  await atPace(options.perSecond, options.seconds, (nth) => {
    const sentAt = performance.now();
    send(nth, () => latencies.push(performance.now() - sentAt));
  });
  await eventually(() => latencies.length === all, 'every sale at the other end');
  return latencies;
}

const contenders = {
  ours: await ours(options),
  naive: await naiveProgram(options.naive.address, options.naive.cookie),
  notify: await insertAndNotify(options.databaseUrl),
};
const figures: WatcherFigures = { ours: [], naive: [], notify: [] };
const names = ['ours', 'naive', 'notify'] as const;
for (const name of names) await round(contenders[name]);
for (let nth = 0; nth < options.rounds; nth++) {
  for (const name of names) figures[name].push(await round(contenders[name]));
}
process.send?.(figures, () => process.exit(0));
