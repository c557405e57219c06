import pg from 'pg';
import { expect } from 'vitest';

/** The shortest of so many runs, in milliseconds: it had the least other load. */
export async function shortestOf(runs: number, run: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let done = 0; done < runs; done += 1) {
    const began = performance.now();
    await run();
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

/**
 * Milliseconds of what any program would need at least for news over HTTP: a request that does nothing, then an INSERT
 * with NOTIFY until a listener on another connection has it. The shortest of many.
 */
export async function requestAndNotifyMs(program: { url: string; databaseUrl: string }): Promise<number> {
  const connectionString = program.databaseUrl;
  const [writer, listener] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([writer.connect(), listener.connect()]);
  await writer.query('CREATE TABLE notify_baseline (at timestamptz)');
  await listener.query('LISTEN notify_baseline');
  const shortest = await shortestOf(30, async () => {
    await (await fetch(`${program.url}/healthz`)).text();
    const heard = new Promise((resolve) => listener.once('notification', resolve));
    await writer.query(
      `WITH row AS (INSERT INTO notify_baseline VALUES (now()) RETURNING at)
       SELECT pg_notify('notify_baseline', at::text) FROM row`,
    );
    await heard;
  });
  await writer.query('DROP TABLE notify_baseline');
  await Promise.all([writer.end(), listener.end()]);
  return shortest;
}

/** Times in milliseconds; `most` is the ratio that is promised. Prints what was measured. */
export function expectRatio(
  most: number,
  ours: { readonly name: string; readonly ms: number },
  baseline: { readonly name: string; readonly ms: number },
): void {
  const ratio = ours.ms / baseline.ms;
  const measured =
    `${ours.name}: ${ours.ms.toFixed(1)} ms, ${ratio.toFixed(1)} times as long as ` +
    `${baseline.name} (${baseline.ms.toFixed(1)} ms); promised: at most ${most} times`;
  console.log(measured);
  expect(ratio, measured).toBeLessThanOrEqual(most);
}
