import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ROOT } from '#tests/architecture/source-files.ts';

/** How many files a reader has to open to follow a request. These numbers may only go down. */
const MOST_FILES = {
  addsale: 70,
  login: 71,
  'cancel-subscription': 80,
  getlogsdaily: 25,
};

async function trace(...names: string[]): Promise<string> {
  const args = ['tests/trace/trace.main.ts', ...names];
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: join(ROOT, '.cache/node') };
  const child = spawn(process.execPath, args, { cwd: ROOT, env });
  child.stderr.pipe(process.stderr);
  return text(child.stdout);
}

it('the trace of a request has every file that works on it, and stays within its limit', async () => {
  const reports = (await trace(...Object.keys(MOST_FILES))).split('\n\n');
  const [sale = ''] = reports;
  const decider = sale.search(/services\/sales\/\S+\.decider\.ts /);
  const projector = sale.search(/projections\/\S+\.projector\.ts /);
  const gateway = sale.search(/services\/gateway\/\S+\.ts /);
  expect(sale).toMatch(/^POST \/sales\/addsale: \d+ files/);
  expect(decider).toBeGreaterThan(0);
  expect(projector).toBeGreaterThan(decider);
  expect(gateway).toBeGreaterThan(projector);
  const counts = reports.flatMap((report) => /: (\d+) files/.exec(report)?.[1] ?? []).map(Number);
  const most = Object.values(MOST_FILES);
  expect(counts).toHaveLength(most.length);
  expect(counts.filter((count, at) => count > (most[at] ?? 0))).toEqual([]);
});

it('an unknown endpoint is refused at once', async () => {
  expect(await trace('no-such-call')).toBe('');
});
