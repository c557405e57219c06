import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalDatabase, openLocalDatabase } from '#infra/local/local-database.ts';
import { createPool } from '#platform/database.ts';
import { PATIENT } from '#tests/support/patience.ts';

let parent: string;
let dataDir: string;
const opened: LocalDatabase[] = [];

beforeEach(() => {
  // Closed to everybody else, as `mktemp -d` and root's home are; Postgres may run as somebody else.
  parent = mkdtempSync(join(tmpdir(), 'tallyboard-local-'));
  dataDir = join(parent, 'data');
});
afterEach(async () => {
  for (const database of opened.splice(0).reverse()) await database.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function open(): Promise<LocalDatabase> {
  const database = await openLocalDatabase(dataDir);
  opened.push(database);
  return database;
}

async function ask<Value>(database: LocalDatabase, question: string): Promise<Value | undefined> {
  const pool = createPool(database.url, { max: 1 });
  try {
    const { rows } = await pool.query<{ answer: Value }>(`SELECT ${question} AS answer`);
    return rows[0]?.answer;
  } finally {
    await pool.end();
  }
}

describe('the database of a data folder', () => {
  it('starts in a folder that is closed to others, with a password nobody else can read', async () => {
    const database = await open();
    expect(statSync(parent).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(await ask(database, 'current_database()')).toBe('tallyboard');
    const passwordless = new URL(database.url);
    passwordless.password = 'guess';
    await expect(ask({ ...database, url: passwordless.href }, '1')).rejects.toThrow(/password/);
  });

  it('does not trade durability for speed', async () => {
    const database = await open();
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await ask(database, `current_setting('${setting}')`)).toBe('on');
    }
  });

  it('is shared with whoever opens it while it runs', async () => {
    const first = await open();
    const second = await open();
    expect([first.started, second.started]).toEqual([true, false]);
    await second.stop();
    expect(await ask(first, '1')).toBe(1);
  });

  it('comes back on the same port when it is killed', async () => {
    const database = await open();
    const before = database.pid();
    process.kill(-before, 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(database, '1')).toBe(1), PATIENT);
    expect(database.pid()).not.toBe(before);
  });

  it('starts again although a database was cut short in its making', async () => {
    mkdirSync(join(dataDir, 'postgres.new'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n');
    expect(await ask(await open(), '1')).toBe(1);
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  });
});
