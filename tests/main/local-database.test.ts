import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LocalDatabase, openLocalDatabase } from '#infra/local/local-database.ts';
import { createPool } from '#platform/database.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';

const parents: string[] = [];
const opened: LocalDatabase[] = [];
afterAll(async () => {
  for (const database of opened.reverse()) await database.stop();
  for (const parent of parents) rmSync(parent, { recursive: true, force: true });
});

function newDataDir(): string {
  // Closed to other users, like `mktemp -d` and root's home; Postgres may run as another user.
  const parent = mkdtempSync(join(tmpdir(), 'tallyboard-local-'));
  parents.push(parent);
  return join(parent, 'data');
}

async function open(dataDir: string): Promise<LocalDatabase> {
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
  let dataDir: string;
  let database: LocalDatabase;
  beforeAll(async () => {
    dataDir = newDataDir();
    database = await open(dataDir);
  });

  it('starts in a folder closed to other users, with a password only its owner can read', {
    tags: ['asvs-13.3.2'],
  }, async () => {
    expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(await ask(database, 'current_database()')).toBe('tallyboard');
    const passwordless = new URL(database.url);
    passwordless.password = 'guess';
    await expect(ask({ ...database, url: passwordless.href }, '1')).rejects.toThrow(/password/);
  });

  it('does not trade durability for speed', async () => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await ask(database, `current_setting('${setting}')`)).toBe('on');
    }
  });

  it('is shared with every process that opens it while it runs', async () => {
    const second = await openLocalDatabase(dataDir);
    expect([database.started, second.started]).toEqual([true, false]);
    await second.stop();
    expect(await ask(database, '1')).toBe(1);
  });

  it('comes back on the same port when it is killed', async () => {
    const before = database.pid();
    process.kill(-before, 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(database, '1')).toBe(1), WAIT_OPTIONS);
    // It may answer a moment before the test notices that it is back.
    await expect.poll(() => database.pid()).not.toBe(before);
  });

  it('starts again after its creation was interrupted', async () => {
    const cutShort = newDataDir();
    mkdirSync(join(cutShort, 'postgres.new'), { recursive: true });
    writeFileSync(join(cutShort, 'postgres.new/PG_VERSION'), '18\n');
    expect(await ask(await open(cutShort), '1')).toBe(1);
    expect(existsSync(join(cutShort, 'postgres.new'))).toBe(false);
  });
});
