import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn, startAnother } from '#tests/support/servers/test-program.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The files of the product that match, without tests. */
function filesWith(pattern: RegExp): string[] {
  return ['services', 'projections', 'infra']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort();
}

describe('the source', () => {
  it('changes how commits are made only for the read models, and for keys of what the log knows', () => {
    expect(filesWith(/synchronous_commit/i)).toEqual([
      'projections/runner/stored-rows.ts',
      // Back on, because the tables of a rebuild replace others.
      'projections/runner/swap.ts',
      // On for every session, and refused when it is not.
      'services/main/open-database.ts',
      'services/platform/database.ts',
      // For a statement at a time: the event store knows a command again without the row of its key.
      'services/platform/http/idempotency-keys.postgres.ts',
    ]);
  });

  it('opens connections in these places; name a new one here, and below by its application', () => {
    expect(filesWith(/new (pg\.)?(Pool|Client)\(/)).toEqual([
      'projections/runner/schema.ts',
      'services/platform/database.ts',
      // Appends and the news of them.
      'services/platform/event-store/postgres/dedicated-connection.postgres.ts',
      'services/platform/jobs/job-backend.postgres.ts',
      'services/platform/live/live-bus.postgres.ts',
    ]);
  });
});

describe('a program at work', () => {
  let database: TestDatabase;
  let program: Program;
  let clients: readonly pg.Client[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { rows } = await database.pool.query('SELECT current_database() AS name');
    // What a connection does not set by itself is quick and forgetful, and sees an old state.
    await database.pool.query(`ALTER DATABASE ${rows[0]?.name} SET synchronous_commit = off`);
    await database.pool.query(
      `ALTER DATABASE ${rows[0]?.name} SET default_transaction_isolation = 'repeatable read'`,
    );
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    program = await startAnother({ databaseUrl: database.url });
    const { associates, campaigns } = await seedCompany(program.core);
    const browser = await signIn(createHttpClient(program.url), associates[0]?.email ?? '');
    const sale = { name: 'Roof', campaignId: campaigns[0]?.campaignId ?? '', price: 100, status: 'Closed' };
    for (const headers of [undefined, { 'idempotency-key': 'one' }]) {
      const { status } = await browser.post('/api/sales/addsale', { ...sale, customerNumber: '1' }, headers);
      expect(status).toBe(200);
    }
    expect((await browser.get('/api/sales/getsales/all')).status).toBe(200);
    // Opened by their first query, which may be later.
    const { sealing, mailing } = program.core.database;
    for (const pool of [sealing, mailing]) await pool.query('SELECT 1');
    clients = connect.mock.contexts as pg.Client[];
    connect.mockRestore();
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  type Setting = { name: string; commit: string; isolation: string; appends: boolean; keys: boolean };

  /** As BullMQ names the connection on which it hears of new jobs, with the id of the installation. */
  const QUEUE = /^tallyboard-[0-9a-f]{12}$/;

  /** Fails after a while, with what the connections without an answer are doing. */
  async function tooLate(activity: () => Promise<unknown>): Promise<never> {
    await setTimeout(MAX_WAIT_MS, undefined, { ref: false });
    throw new Error(`connections without an answer: ${JSON.stringify(await activity())}`);
  }

  async function activityOf(silent: ReadonlySet<pg.Client>): Promise<unknown> {
    const pids = [...silent].map((client) => (client as unknown as { processID: number }).processID);
    const other = new pg.Client(database.url);
    await other.connect();
    const columns = 'application_name, state, wait_event, query';
    const { rows } = await other.query(`SELECT ${columns} FROM pg_stat_activity WHERE pid = ANY ($1)`, [
      pids,
    ]);
    await other.end();
    return [silent.size, ...rows];
  }

  /** The application of each open connection, what it is used for, and its setting. */
  async function settings(): Promise<string[]> {
    const silent = new Set(clients);
    const asked = Promise.allSettled(
      clients.map((client) =>
        client
          .query<Setting>(
            `SELECT current_setting('application_name') AS name, current_setting('synchronous_commit') AS commit,
                    current_setting('transaction_isolation') AS isolation,
                    EXISTS (SELECT FROM pg_prepared_statements WHERE name LIKE 'append_event%') AS appends,
                    EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'write-idempotency-keys') AS keys`,
          )
          .finally(() => silent.delete(client)),
      ),
    );
    const answers = await Promise.race([asked, tooLate(() => activityOf(silent))]);
    // Those that refuse were closed meanwhile, after the schema of the jobs was made for example.
    const rows = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []));
    const named = rows.map(({ name, commit, isolation, appends, keys }) =>
      [
        name.replace(QUEUE, 'tallyboard jobs'),
        ...(appends ? ['for appends'] : []),
        ...(keys ? ['for keys'] : []),
        commit,
        ...(isolation === 'read committed' ? [] : [isolation]),
      ].join(' '),
    );
    return [...new Set(named)].sort();
  }

  it('waits for each commit on every connection but that of the projections', {
    tags: ['decision-12.1'],
  }, async () => {
    expect(await settings()).toEqual([
      // Sessions, accounts, billing, limits: they share one pool.
      'tallyboard for appends on',
      'tallyboard for keys on',
      'tallyboard jobs on',
      'tallyboard mailer on',
      'tallyboard news on',
      'tallyboard on',
      // Migrations and read models.
      'tallyboard owner on',
      'tallyboard projections off',
      'tallyboard reads on',
      'tallyboard sealer on',
    ]);
  });

  it('finds on both sides of every connection that the network is gone, and ends a transaction that stands still', async () => {
    type Watched = { timeout: string; idle: string; standing: string };
    const watched = await Promise.allSettled(
      clients.map(async (client) => {
        const { rows } = await client.query<Watched>(
          `SELECT current_setting('tcp_user_timeout') AS timeout, current_setting('tcp_keepalives_idle') AS idle,
                  current_setting('idle_in_transaction_session_timeout') AS standing`,
        );
        const { connection } = client as unknown as { connection: { _keepAliveInitialDelayMillis: number } };
        return { ...rows[0], asksAfterMs: connection._keepAliveInitialDelayMillis };
      }),
    );
    const open = watched.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(open.length).toBeGreaterThan(6);
    expect(new Set(open.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ timeout: '10000', idle: '5', standing: '10s', asksAfterMs: 5000 })]),
    );
  });
});
