import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { type Program, startProgram } from '#services/main/program.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { type Answers, askAgain, verifyProof } from './ask-again.ts';
import { unpackOlderDataFolder } from './older-data-folder.ts';

type Figures = { readonly askedAt: string; readonly owner: string; readonly answers: Answers };

const { askedAt, owner, answers } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'figures.json'), 'utf8'),
) as Figures;
const ROOT = join(import.meta.dirname, '../../..');

const { dataDir, remove } = temporaryDataDir();
let program: Program | undefined;
let url: string;
let again: Answers;

beforeAll(async () => {
  unpackOlderDataFolder(dataDir);
  // The older version was asked at this moment, so that "today" is the same day for both.
  const clock = { now: () => new Date(askedAt) };
  program = await startProgram({ ...readConfig({}), port: 0, dataDir }, { clock, log: createLog('silent') });
  url = program.url.replace('localhost', '127.0.0.1');
  // Before the first sign-in, which starts a shift.
  expect(await beside('rebuild.main.ts')).toMatch(/employee-days/);
  again = await askAgain(url, answers);
});
afterAll(async () => {
  await program?.stop();
  remove();
});

it('shows the figures that the older version showed, from read models built from its log', () => {
  for (const [email, calls] of Object.entries(answers)) {
    for (const [path, answer] of Object.entries(calls)) {
      // Compared as text: the order of the fields counts too. Fields may have been added.
      expect(asText(inTheFormOf(answer, again[email]?.[path])), `${email} ${path}`).toBe(asText(answer));
    }
  }
});

/** The shift log has rows of dates without a shift since then. */
const isWithoutShift = (row: { login_time?: unknown; shift_duration?: unknown }) =>
  row.login_time === null && row.shift_duration === 0;

/** The answer without the fields and rows that the older one cannot have. */
function inTheFormOf(older: unknown, answer: unknown): unknown {
  if (typeof older !== 'object' || typeof answer !== 'object' || older === null || answer === null)
    return answer;
  if (Array.isArray(older) && Array.isArray(answer))
    return answer
      .filter((row) => !isWithoutShift(row))
      .map((each, at) => inTheFormOf(older[Math.min(at, older.length - 1)], each));
  const known = older as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([field]) => Object.hasOwn(known, field))
      .map(([field, value]) => [field, inTheFormOf(known[field], value)]),
  );
}

it('finds no fault in the history that the older version wrote', async () => {
  const browser = await signIn(createHttpClient(url), owner);
  expect(await verifyProof(browser)).toMatchObject({ state: 'intact', fault: null });
  expect(await beside('audit.main.ts', 'verify')).toMatch(/: \d+ events as sealed; /);
  // It had no statements yet. With a pay schedule, what it sold before counts as paid.
  expect(await beside('audit.main.ts', 'statements')).toContain(
    '0 of 0 amounts changed in 0 locked statements',
  );
  const schedule = { rhythm: 'monthly', firstDay: askedAt.slice(0, 10), timeZone: 'UTC' };
  expect((await browser.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  expect(await beside('audit.main.ts', 'statements')).toMatch(
    /: 0 of [1-9]\d* amounts changed in [1-9]\d* locked statements/,
  );
});

/** Runs a command beside the running program. Rejects unless it exits with 0. */
async function beside(command: string, ...args: string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const run = await promisify(execFile)(process.execPath, [`services/main/${command}`, ...args], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE: join(ROOT, '.cache/node'), DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
  });
  return run.stdout;
}

/**
 * Without the positions of events of the moment of asking: the sign-ins of this test, and the job that ends forgotten
 * shifts, append them in any order.
 */
function asText(answer: unknown): string {
  const text = JSON.stringify(answer, null, 2);
  return text.replaceAll(new RegExp(`("at": "${askedAt}",\\s*)"position": \\d+,`, 'g'), '$1');
}
