import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run; its database `tallyboard_template` has every migration applied. */
    postgresUrl: string;
  }
}

export const TEMPLATE = 'tallyboard_template';

/** Vitest global setup: one Postgres per run, a migrated template in it. Prints which server it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? null : await embedded();
  const url = given ?? (server as { url: string }).url;
  console.log(`Postgres: ${given ? 'TEST_DATABASE_URL' : 'embedded'}`);
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return async () => server?.stop();
}

async function embedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  // Below the temporary folder, which the system user that runs Postgres can enter.
  const parent = mkdtempSync(join(tmpdir(), 'tallyboard-test-'));
  const { chmodSync } = await import('node:fs');
  chmodSync(parent, 0o755);
  const server = await startEmbeddedPostgres({
    directory: join(parent, 'pg'),
    password: randomUUID(),
    settings: { fsync: 'off', max_connections: '300' },
  });
  return {
    url: server.url('postgres'),
    stop: async () => {
      await server.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(url: string): Promise<void> {
  const admin = createPool(url, { max: 1 });
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = createPool(withDatabase(url, TEMPLATE), { max: 1 });
  await migrate(template);
  await template.end();
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
