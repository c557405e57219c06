import type { CDPSession } from 'playwright-core';
import type { Person } from '#tests/support/browser/chromium.ts';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

export type MainThreadWork = {
  /** Share of the time in which the thread computed, 1 is all of it. */
  readonly busy: number;
  /** Milliseconds that the longest task computed. */
  readonly longest: number;
  readonly seconds: number;
};

/**
 * What a page's main thread does until `stop`. In processor time, not by the clock: a thread that waits for its
 * turn because the machine has other things to do is not at work.
 */
export async function watchMainThread({ context, page }: Person) {
  const devtools = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Performance.enable');
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  const computed = await computedBy(devtools);
  const start = performance.now();
  return {
    async stop(): Promise<MainThreadWork> {
      const seconds = (performance.now() - start) / 1000;
      const busy = ((await computedBy(devtools)) - computed) / seconds;
      const completed = new Promise<void>((resolve) =>
        devtools.once('Tracing.tracingComplete', () => resolve()),
      );
      await devtools.send('Tracing.end');
      await completed;
      await devtools.detach();
      return { busy, longest: longestTask(events), seconds };
    },
  };
}

/** Milliseconds of processor time that the page's main thread needs for a fixed piece of work, at best. */
export async function fixedWork({ context, page }: Person): Promise<number> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const before = await computedBy(devtools);
    await page.evaluate(() => {
      let sum = 0;
      for (let step = 0; step < 10_000_000; step += 1) sum = (sum * 31 + step) % 1_000_003;
      return sum;
    });
    shortest = Math.min(shortest, (await computedBy(devtools)) - before);
  }
  await devtools.detach();
  return shortest * 1000;
}

/** Seconds of processor time of the page's main thread so far. */
async function computedBy(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
}

function longestTask(events: readonly TraceEvent[]): number {
  const threads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = ({ pid, tid }: TraceEvent) => threads.some((one) => one.pid === pid && one.tid === tid);
  const tasks = events.filter((event) => /\bRunTask$/.test(event.name) && event.tdur && isMain(event));
  if (tasks.length === 0) throw new Error('no task of the main thread was seen');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
