import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { expect } from 'vitest';
import { writeFile } from '#platform/terminal.ts';
import { type Header, readFile, written } from '#services/rescue/rescue-file.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
type Command = 'doctor' | 'backup' | 'restore' | 'audit' | 'company' | 'archive';
/** Where a command works: a server, or a data folder. */
export type Place =
  | {
      readonly DATABASE_URL: string;
      readonly DATABASE_DIRECT_URL?: string;
      readonly EVENTSTORE_URL?: string;
      readonly ARCHIVE_DIR?: string;
    }
  | { readonly DATA_DIR: string };

/** A command as its script of package.json runs it. */
export function startCommand(
  name: Command,
  args: readonly string[],
  place: Place,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const { path, env } = builtProgram(name);
  const { PATH, HOME, TMPDIR } = env;
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE, LOG_LEVEL: 'fatal', ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const out of ['stdout', 'stderr'] as const)
    child[out]?.on('data', (chunk: Buffer) => {
      said[out] += chunk.toString();
    });
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, ...said })));
  return { child, ended };
}

export const runCommand = (name: Command, args: readonly string[], place: Place): Promise<Ended> =>
  startCommand(name, args, place).ended;

/** Refused with one line, before anything was done. */
export function expectRefused({ code, stdout, stderr }: Ended, line: RegExp): void {
  expect({ code, stdout, lines: stderr.match(/\n/g)?.length }, stderr).toEqual({
    code: 1,
    stdout: '',
    lines: 1,
  });
  expect(stderr).toMatch(line);
}

/** Ends a command when it waits for a lock that `statement` holds: as kill -9 does, or Ctrl-C. */
export async function killWhileWaiting(
  pool: pg.Pool,
  statement: string,
  start: () => ReturnType<typeof startCommand>,
  signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL',
): Promise<Ended> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement);
    const { child, ended } = start();
    await waitsForLock(pool);
    child.kill(signal);
    // If it does not end, nothing else may wait for it.
    setTimeout(() => child.kill('SIGKILL'), MAX_WAIT_MS).unref();
    return await ended;
  } finally {
    await client.query('ROLLBACK');
    client.release();
    // The server notices the death of a client when it answers it.
    await expect.poll(() => sessionsIn(pool), { message: 'sessions of the ended command' }).toBe(0);
  }
}

/** Until the command waits for a lock of the test. */
export async function waitsForLock(pool: pg.Pool): Promise<void> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const waiting = async () => (await pool.query(text)).rowCount;
  await expect.poll(waiting, { message: 'the command waits' }).toBeGreaterThan(0);
}

async function sessionsIn(pool: pg.Pool): Promise<number | null> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tallyboard%'`;
  return (await pool.query(text)).rowCount;
}

/** Another file with changed contents; packed again. */
export function changed(file: string, to: string, change: (contents: string) => string): string {
  writeFileSync(to, gzipSync(change(gunzipSync(readFileSync(file)).toString('latin1')), { level: 1 }));
  return to;
}

/** Another file, whole and with right digests, whose rows were changed. */
export async function forged(
  file: string,
  to: string,
  change: (rows: string, part: string) => string,
): Promise<string> {
  const parts: { name: string; columns: readonly string[]; rows: Buffer[] }[] = [];
  const { header, end } = await readFile<Header, object>(file, 'company', {
    onPart: (part) => void parts.push({ ...part, rows: [] }),
    onRows: (rows) => void parts.at(-1)?.rows.push(rows),
  });
  const sources = parts.map(({ name, columns, rows }) => {
    const text = change(Buffer.concat(rows).toString(), name);
    async function* blocks() {
      yield Buffer.from(text);
    }
    return { name, columns, blocks: blocks(), count: () => text.split('\n').length - 1 };
  });
  const { parts: _, ...said } = end;
  await writeFile(
    written(header, sources, () => said),
    to,
    new AbortController().signal,
    { packed: true },
  );
  return to;
}

/** Every event of the log up to a position, as text; column by column as stored. */
export async function eventsUpTo(pool: pg.Pool, position: number): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    'SELECT e::text AS line FROM events e WHERE position <= $1 ORDER BY position',
    [position],
  );
  return rows.map(({ line }) => line);
}
