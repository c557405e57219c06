import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ensureReaderRole } from '#infra/postgres/migrate.ts';
import { readConfig } from '#platform/config.ts';
import { createPool } from '#platform/database.ts';
import { createLog, type Log } from '#platform/log.ts';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';
import { startProgram } from '#services/main/program.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { withDatabase } from '#tests/support/servers/postgres-server.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

/** A user who only owns the database: no superuser, and not allowed to create roles. */
const user = `plain_${randomUUID().replaceAll('-', '')}`;
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
  await admin.query(`DROP ROLE IF EXISTS ${user}`);
  await admin.end();
});

/** Starts, lets a manager read, stops; returns the warnings about row-level security. */
async function warningsOfAStart(): Promise<string[]> {
  const warned: string[] = [];
  const silent = createLog('silent');
  const log = Object.create(silent, { warn: { value: (text: unknown) => warned.push(String(text)) } }) as Log;
  const program = await startProgram({ ...readConfig({}), port: 0, databaseUrl }, { log });
  try {
    const company = await seedCompany(program.core);
    expect(await program.progress.waitFor(company.position, MAX_WAIT_MS)).toBe(true);
    const client = createHttpClient(program.url.replace('localhost', '127.0.0.1'));
    const manager = await signIn(client, company.managers[0]?.email ?? '');
    const { body } = await manager.get('/api/campaigns/getcampaigns/all');
    expect(body.requestedData).toHaveLength(1);
    return warned.filter((text) => text.includes('row-level security'));
  } finally {
    await program.stop();
  }
}

it('a database user who cannot create roles runs without row-level security, until the suggested fix is applied', async () => {
  const [warning, ...more] = await warningsOfAStart();
  expect(warning).toMatch(/^without row-level security: permission denied to \w+ role/);
  expect(warning).toContain(`CREATE ROLE ${READER_ROLE}; GRANT ${READER_ROLE} TO`);
  expect(more).toEqual([]);

  await ensureReaderRole(admin);
  await admin.query(`GRANT ${READER_ROLE} TO ${user}`);
  expect(await warningsOfAStart()).toEqual([]);
});
