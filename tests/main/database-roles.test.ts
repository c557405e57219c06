import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import { recordSale } from '#tests/gateway/live-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
const pools: Record<string, pg.Pool> = {};
beforeAll(async () => {
  program = await startTestProgram();
  const company = await program.seedCompany();
  const person = await program.signIn(company.associates[0]?.email ?? '');
  await recordSale(person, company);
  Object.assign(pools, {
    requests: program.core.pool,
    // As a reader that somehow gets a connection without its role.
    reads: createPool(program.core.database.readerUrl, { max: 1 }),
  });
});
afterAll(async () => {
  await pools.reads?.end();
  await program.stop();
});

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
  `INSERT INTO seal_links SELECT * FROM seal_links`,
  `UPDATE seal_links SET link = ''`,
  'UPDATE seal_progress SET position = 0',
  'UPDATE company_seals SET count = 0',
  'DELETE FROM log_segments',
  `DELETE FROM read.employees`,
  'DELETE FROM kysely_migration',
];

describe.each(['requests', 'reads'])('on the connections of %s', (name) => {
  it.each(LEAVE)('after %s nothing that is written once can be changed', async (leave) => {
    const client = await (pools[name] as pg.Pool).connect();
    try {
      await client.query(leave);
      for (const change of CHANGES) {
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
    const role = name === 'reads' ? 'tallyboard_reader' : 'tallyboard_program';
    expect((await pool.query(others)).rows).toEqual([{ rolname: role }]);
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
