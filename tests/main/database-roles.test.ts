import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitRoles, keepWithdrawing } from '#infra/postgres/rights.ts';
import { createPool } from '#platform/database.ts';
import { PROGRAM_ROLE } from '#platform/tenant-isolation.port.ts';
import { recordSale } from '#tests/gateway/live-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

let program: TestProgram;
const pools: Record<string, pg.Pool> = {};
beforeAll(async () => {
  program = await startTestProgram();
  const company = await program.seedCompany();
  const person = await program.signIn(company.associates[0]?.email ?? '');
  await recordSale(person, company);
  const { database } = program.core;
  Object.assign(pools, {
    requests: program.core.pool,
    // As a reader that somehow gets a connection without its role.
    reads: createPool(database.readerUrl, { max: 1 }),
    appends: createPool(database.appendUrl, { max: 1 }),
    seals: database.sealing,
    mail: database.mailing,
  });
});
afterAll(async () => {
  await Promise.all([pools.reads?.end(), pools.appends?.end()]);
  await program.stop();
});

const ROLE_OF: Readonly<Record<string, string>> = {
  requests: 'tallyboard_program',
  reads: 'tallyboard_reader',
  appends: 'tallyboard_appender',
  seals: 'tallyboard_sealer',
  mail: 'tallyboard_mailer',
};

const LEAVE = [
  'SELECT 1',
  'RESET ROLE',
  'SET ROLE NONE',
  'RESET SESSION AUTHORIZATION',
  'SET SESSION AUTHORIZATION DEFAULT',
  `SELECT set_config('role', 'none', false)`,
];
const CHANGES = [
  `UPDATE events SET data = '{}'`,
  `UPDATE events SET type = 'Erased' WHERE position = 1`,
  'DELETE FROM events',
  'TRUNCATE events',
  'ALTER TABLE events DISABLE TRIGGER ALL',
  'ALTER TABLE events DISABLE ROW LEVEL SECURITY',
  'DROP TABLE events CASCADE',
  'CREATE OR REPLACE FUNCTION refuse_to_forget_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  `SET session_replication_role = replica`,
  `UPDATE seal_links SET link = ''`,
  'DELETE FROM seal_links',
  'UPDATE company_seals SET count = 0',
  `UPDATE seal_tree SET hash = ''`,
  'DELETE FROM log_segments',
  `DELETE FROM read.employees`,
  'DELETE FROM kysely_migration',
];
/** What one role alone may. */
const APPENDS = ['INSERT INTO events SELECT * FROM events'];
const SEALS = [
  'INSERT INTO seal_links SELECT * FROM seal_links',
  'UPDATE seal_links SET signature = NULL',
  'UPDATE seal_progress SET position = 0',
  'INSERT INTO company_seals SELECT * FROM company_seals',
  'INSERT INTO seal_tree SELECT * FROM seal_tree',
];
const MAIL = [
  'SELECT content FROM mail_outbox',
  `UPDATE mail_outbox SET state = 'sent'`,
  'DELETE FROM mail_outbox',
  'DELETE FROM development_mailbox',
];
const FACTS = ['SELECT email FROM emails', 'SELECT FROM read.sales', 'SELECT FROM sessions'];
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  requests: [...APPENDS, ...SEALS, ...MAIL],
  reads: [...APPENDS, ...SEALS, ...MAIL, 'SELECT email FROM emails', 'SELECT FROM sessions'],
  appends: [...SEALS, ...MAIL, ...FACTS],
  seals: [...APPENDS, ...MAIL, ...FACTS],
  mail: [...APPENDS, ...SEALS, ...FACTS, 'SELECT data FROM events'],
};

describe.each(Object.keys(ROLE_OF))('on the connections of %s', (name) => {
  it.each(LEAVE)('after %s nothing that is written once can be changed', async (leave) => {
    const client = await (pools[name] as pg.Pool).connect();
    try {
      await client.query(leave);
      for (const change of [...CHANGES, ...(OF_OTHERS[name] ?? [])]) {
        await client.query('BEGIN');
        await expect(client.query(change), change).rejects.toThrow(/permission denied|must be owner/);
        await client.query('ROLLBACK');
      }
    } finally {
      client.release(true);
    }
  });

  it('no role of the owner can be taken', { tags: ['asvs-13.2.2'] }, async () => {
    const pool = pools[name] as pg.Pool;
    const { rows } = await program.core.database.owner.query<{ owner: string }>(
      'SELECT current_user AS owner',
    );
    const owner = rows[0]?.owner as string;
    for (const take of [
      `SET ROLE "${owner}"`,
      `SET SESSION AUTHORIZATION "${owner}"`,
      `SELECT set_config('role', '${owner}', false)`,
      `SELECT set_config('session_authorization', '${owner}', false)`,
      `GRANT "${owner}" TO CURRENT_USER`,
      'CREATE ROLE another',
    ])
      await expect(pool.query(take), take).rejects.toThrow(/permission denied/);
    const others = `SELECT rolname FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER') AND rolname <> session_user`;
    expect((await pool.query(others)).rows).toEqual([{ rolname: ROLE_OF[name] }]);
  });
});

it('a reader without a company sees no rows, and no table of facts', async () => {
  const reads = pools.reads as pg.Pool;
  expect((await reads.query('SELECT * FROM read.sales')).rows).toEqual([]);
  for (const table of ['accounts', 'sessions', 'events', 'mail_outbox'])
    await expect(reads.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
});

it('the process says so to those who operate it, and is ready', async () => {
  const { status, body } = await createHttpClient(program.url).get('/readyz');
  expect(body.checks['database roles']).toEqual({ ok: true, rowLevelSecurity: 'on', logins: 'apart' });
  expect(status, JSON.stringify(body)).toBe(200);
});

it('a table that a process of the version before rebuilds, without the policy of the program, gets it', async () => {
  const { owner } = program.core.database;
  // As that version makes it.
  await owner.query(`
    CREATE TABLE read.made_before (company_id text);
    ALTER TABLE read.made_before ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own_company ON read.made_before USING (company_id = current_setting('tallyboard.company_id', true));
    INSERT INTO read.made_before VALUES ('a'), ('b')`);
  const seen = async () => (await program.core.pool.query('SELECT FROM read.made_before')).rowCount;
  await expect.poll(seen, { timeout: MAX_WAIT_MS }).toBe(2);
  await owner.query('DROP TABLE read.made_before');
});

describe('rights that the program had in the version before', () => {
  const database = databaseWorld();
  const had = async () => {
    const { rows } = await database.pool.query<{ had: boolean[] }>(
      `SELECT ARRAY[has_table_privilege($1, 'events', 'INSERT'), has_table_privilege($1, 'mail_outbox', 'SELECT'),
                    has_table_privilege($1, 'development_mailbox', 'DELETE')] AS had`,
      [PROGRAM_ROLE],
    );
    return rows[0]?.had;
  };

  it('stay while a process of that version runs, and are taken when it has ended', async () => {
    const { pool } = database;
    // As a process of that version does at its start.
    await pool.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON events, mail_outbox, development_mailbox TO ${PROGRAM_ROLE}`,
    );
    await pool.query(`INSERT INTO processes VALUES (gen_random_uuid(), '{}', clock_timestamp(), true, NULL)`);
    await admitRoles(pool);
    let looked = Promise.withResolvers<void>();
    const watched = Object.assign(Object.create(pool) as pg.Pool, {
      query: async (...query: Parameters<pg.Pool['query']>) => {
        const answer = await (pool.query(...query) as unknown as Promise<unknown>);
        if (String(query[0]).includes('FROM processes')) looked.resolve();
        return answer;
      },
    });
    const time = steppedTime();
    const stop = keepWithdrawing(watched, time.scheduler);
    await looked.promise;
    expect(await had()).toEqual([true, true, true]);

    await pool.query(`UPDATE processes SET beat_at = clock_timestamp() - interval '31 seconds'`);
    looked = Promise.withResolvers<void>();
    await time.pass(5000);
    await looked.promise;
    await stop();
    expect(await had()).toEqual([false, false, false]);
    expect(time.waiting()).toBe(0);
  });
});
