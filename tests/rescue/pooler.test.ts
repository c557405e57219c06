import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import type { Program } from '#services/main/program.ts';
import { figuresAt } from '#services/main/rescue.ts';
import { onSnapshot } from '#services/rescue/facts.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '#tests/support/servers/pgbouncer-server.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn, startAnother } from '#tests/support/servers/test-program.ts';
import { eventsUpTo, expectRefused, killWhileWaiting, runCommand, startCommand } from './rescue-world.ts';

/** All connections of the pooler of these tests. */
const SHARED = 3;
const EVERYTHING = Number.MAX_SAFE_INTEGER;

describe.skipIf(!hasPgbouncer)('behind PgBouncer in transaction mode (skipped without `pgbouncer`)', () => {
  const folder = serverFolder();
  let source: TestDatabase;
  let pooler: Pgbouncer;
  let program: Program;
  let company: SeededCompany;
  let seller: HttpClient;

  /** The pooler serves every database of the server. */
  const behind = ({ url }: TestDatabase) => {
    const pooled = new URL(pooler.url);
    pooled.pathname = new URL(url).pathname;
    return { DATABASE_URL: pooled.toString(), DATABASE_DIRECT_URL: url };
  };
  const startBehind = (database: TestDatabase) =>
    startAnother({ databaseUrl: behind(database).DATABASE_URL }, { directDatabaseUrl: database.url });

  beforeAll(async () => {
    source = await createTestDatabase();
    pooler = await startPgbouncer(source.url);
    program = await startBehind(source);
    company = await seedCompany(program.core);
    seller = await signIn(createHttpClient(program.url), company.associates[0]?.email ?? '');
    for (let turn = 0; turn < 5; turn++) {
      const campaignId = company.campaigns[0]?.campaignId ?? '';
      const sale = { name: 'Roof', campaignId, price: 100 + turn, status: 'Closed' };
      expect((await seller.post('/api/sales/addsale', sale)).status).toBe(200);
    }
  });
  afterAll(async () => {
    await program.stop();
    await pooler.stop();
    await source.drop();
    folder.remove();
  });

  const figuresOf = async ({ pool }: TestDatabase) => {
    const client = await pool.connect();
    return figuresAt(client, EVERYTHING).finally(() => client.release());
  };

  it('a backup is restored, with equal events and figures, and a program serves them', async () => {
    const file = join(folder.path, 'backup');
    expect(await runCommand('backup', [file], behind(source))).toMatchObject({ code: 0, stderr: '' });
    const target = await createTestDatabase({ template: 'template0' });
    try {
      const restored = await runCommand('restore', [file], behind(target));
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect(restored.stdout).toMatch(/\nRestored: all is as it was\.\n$/);
      expect(await eventsUpTo(target.pool, EVERYTHING)).toEqual(await eventsUpTo(source.pool, EVERYTHING));
      const figures = await figuresOf(target);
      expect(figures).toEqual(await figuresOf(source));
      expect(figures.companies.map(([, closed]) => closed)).toEqual([5]);
      // The pooler has kept connections of that command.
      const again = await runCommand('restore', [file], behind(target));
      expect(again.stderr).toMatch(/^Nothing was restored: there are rows in \w+\.[^\n]*\n$/);
      const next = await startBehind(target);
      const client = createHttpClient(next.url);
      for (const [name, value] of seller.cookies) client.cookies.set(name, value);
      expect((await client.get('/api/sales/getsales/all')).body.requestedData).toHaveLength(5);
      const beside = await runCommand('restore', [file], behind(target));
      await next.stop();
      expect(beside.stderr).toMatch(/^Nothing was restored: a program is running on it[^\n]*\n$/);
    } finally {
      await target.drop();
    }
  });

  it('a company is exported and imported while both installations serve, with equal figures', async () => {
    const file = join(folder.path, 'company');
    const exported = await runCommand('company', ['export', company.owner.email, file], behind(source));
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const target = await createTestDatabase();
    const next = await startBehind(target);
    try {
      const other = await seedCompany(next.core);
      const imported = await runCommand('company', ['import', file], behind(target));
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      const there = (await figuresOf(target)).companies;
      expect(there).toEqual((await figuresOf(source)).companies);
      expect(there.map(([id]) => id)).not.toContain(other.companyId);
      const again = await runCommand('company', ['import', file], behind(target));
      expectRefused(again, /is here already/);
    } finally {
      await next.stop();
      await target.drop();
    }
  });

  it('Ctrl-C ends a backup that waits', async () => {
    const stopped = join(folder.path, 'stopped');
    const target = await createTestDatabase();
    const backup = () => startCommand('backup', [stopped], behind(target));
    const ended = await killWhileWaiting(target.pool, 'LOCK TABLE sessions', backup, 'SIGINT');
    expectRefused(ended, /^Stopped\./);
    expect(existsSync(stopped)).toBe(false);
    await target.drop();
  });

  it('a snapshot, and its end, take no connection of the pooler and cancel no statement of others', async () => {
    const pool = createPool(behind(source).DATABASE_URL, { behind: source.pool, max: SHARED });
    const holder = await source.pool.connect();
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(1)');
    const others = Array.from({ length: SHARED }, () => pool.query('SELECT pg_advisory_xact_lock_shared(1)'));
    const waiting = async () => {
      const { rows } = await source.pool.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
      );
      return rows.length;
    };
    await expect.poll(waiting).toBe(SHARED);
    const stop = new AbortController();
    const snapshot = onSnapshot(pool, stop.signal, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(1)');
    });
    const canceled = expect(snapshot).rejects.toThrow('canceling statement');
    await expect.poll(waiting).toBe(SHARED + 1);
    stop.abort();
    await canceled;
    expect(await waiting()).toBe(SHARED);
    await holder.query('COMMIT');
    expect((await Promise.all(others)).map(({ rowCount }) => rowCount)).toEqual([1, 1, 1]);
    holder.release();
    await pool.end();
  });
});
