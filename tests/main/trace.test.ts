import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ROOT } from '#tests/architecture/source-files.ts';

/**
 * How many files a reader has to open to follow a request. They went up five times: for shards and limits of clients, for
 * quotas and turns, for what comes before the queue of a sign-in, for the access history, and for pay.
 */
const MOST_FILES = {
  addsale: 79,
  login: 87,
  'cancel-subscription': 95,
  getlogsdaily: 26,
};

async function trace(...names: string[]): Promise<string> {
  const args = ['tests/trace/trace.main.ts', ...names];
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: join(ROOT, '.cache/node') };
  const child = spawn(process.execPath, args, { cwd: ROOT, env });
  child.stderr.pipe(process.stderr);
  return text(child.stdout);
}

/** For a program that hangs: each request is sent to one with a probe in every function. */
const TRACE_MS = 400_000;

it('the trace of a request has every file that works on it, and stays within its limit', {
  timeout: TRACE_MS,
}, async () => {
  const reports = (await trace(...Object.keys(MOST_FILES))).trim().split('\n\n');
  const [sale = ''] = reports;
  const decider = sale.search(/services\/sales\/\S+\.decider\.ts /);
  const projector = sale.search(/projections\/\S+\.projector\.ts /);
  const gateway = sale.search(/services\/gateway\/\S+\.ts /);
  expect(sale).toMatch(/^POST \/sales\/addsale: \d+ files/);
  expect(decider).toBeGreaterThan(0);
  expect(projector).toBeGreaterThan(decider);
  expect(gateway).toBeGreaterThan(projector);
  const most = Object.values(MOST_FILES);
  expect(reports).toHaveLength(most.length);
  const isTooLong = (report: string, at: number) =>
    !(Number(/: (\d+) files/.exec(report)?.[1]) <= (most[at] as number));
  // The whole report: the first question is which files are new.
  expect(reports.filter(isTooLong)).toEqual([]);
});

it('an unknown endpoint is refused at once', async () => {
  expect(await trace('no-such-call')).toBe('');
});
