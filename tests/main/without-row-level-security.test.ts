import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ensureRoles } from '#infra/postgres/roles.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createPool } from '#platform/database.ts';
import { createLog, type Log } from '#platform/log.ts';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';
import { startProgram } from '#services/main/program.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { withDatabase } from '#tests/support/servers/postgres-server.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { sharedDataDir } from '#tests/support/servers/server-folder.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

/** A user who only owns the database: no superuser, and not allowed to create roles. */
const user = `plain_${randomUUID().replaceAll('-', '')}`;
const LOGINS = ['reads', 'works', 'appends', 'seals', 'mails'];
const admin = createPool(inject('postgresUrl'), { max: 1 });
let databaseUrl: string;

beforeAll(async () => {
  await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'plain'`);
  await admin.query(`CREATE DATABASE ${user} OWNER ${user}`);
  const url = new URL(withDatabase(inject('postgresUrl'), user));
  url.username = user;
  url.password = 'plain';
  databaseUrl = url.toString();
});
afterAll(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${user} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${user}, ${LOGINS.map((login) => `${login}_${user}`)}`);
  await admin.end();
});

/** Starts, lets a manager read, stops; returns the warnings about roles. */
async function warningsOfAStart(changes: Partial<Config> = {}): Promise<string[]> {
  const warned: string[] = [];
  const silent = createLog('silent');
  const log = Object.create(silent, { warn: { value: (text: unknown) => warned.push(String(text)) } }) as Log;
  const program = await startProgram(
    { ...readConfig({ DATA_DIR: sharedDataDir() }), port: 0, databaseUrl, ...changes },
    { log },
  );
  try {
    const company = await seedCompany(program.core);
    expect(await program.progress.waitFor(company.position, MAX_WAIT_MS)).toBe(true);
    const client = createHttpClient(program.url.replace('localhost', '127.0.0.1'));
    const manager = await signIn(client, company.managers[0]?.email ?? '');
    const { body } = await manager.get('/api/campaigns/getcampaigns/all');
    expect(body.requestedData).toHaveLength(1);
    return warned.filter((text) => /row-level security|one login/.test(text));
  } finally {
    await program.stop();
  }
}

it('a database user who cannot create roles runs without row-level security, until the suggested fix is applied', async () => {
  const [warning, ...more] = await warningsOfAStart();
  expect(warning).toMatch(/^without row-level security: permission denied to \w+ role/);
  expect(warning).toContain('infra/postgres/logins.sql');
  expect(more).toEqual([]);
  await expect(warningsOfAStart({ production: true })).rejects.toThrow(
    /^DATABASE_URL: without row-level security: permission denied to \w+ role\. Production needs more\. .*logins\.sql$/,
  );

  await ensureRoles(admin);
  await admin.query(`GRANT ${READER_ROLE} TO ${user}`);
  const [shared, ...others] = await warningsOfAStart();
  expect(shared).toMatch(/^one login for everything: permission denied/);
  expect(others).toEqual([]);
  await expect(warningsOfAStart({ production: true })).rejects.toThrow('one login for everything');
});

it('an administrator runs logins.sql, and the program runs with these logins, in production too', async () => {
  const text = readFileSync('infra/postgres/logins.sql', 'utf8').replaceAll(
    /tallyboard_(reads|works|appends|seals|mails)\b/g,
    `$1_${user}`,
  );
  for (const statement of text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .slice(0, -1))
    await admin.query(statement).catch((error: Error) => expect(error.message).toContain('already exists'));
  const logins = {
    tallyboard_reader: { user: `reads_${user}`, password: 'reads-password' },
    tallyboard_program: { user: `works_${user}`, password: 'works-password' },
    tallyboard_appender: { user: `appends_${user}`, password: 'appends-password' },
    tallyboard_sealer: { user: `seals_${user}`, password: 'seals-password' },
    tallyboard_mailer: { user: `mails_${user}`, password: 'mails-password' },
  };
  expect(await warningsOfAStart({ logins })).toEqual([]);
  expect(await warningsOfAStart({ logins, production: true })).toEqual([]);
  const wrong = { ...logins, tallyboard_program: { user, password: 'plain' } };
  await expect(warningsOfAStart({ logins: wrong, production: true })).rejects.toThrow(
    `${user} is no member of tallyboard_program`,
  );
});
