import { randomUUID } from 'node:crypto';
import { runMigrations } from 'bullmq';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#infra/postgres/migrate.ts';
import { admitRoles } from '#infra/postgres/rights.ts';
import { ensureRoles } from '#infra/postgres/roles.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { findPostgres } from './find-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run. */
    postgresUrl: string;
    /** A database with every migration applied, every read model built, and a job queue; others are copies of it. */
    templateDatabase: string;
    /** A database with every migration applied and no read models, as a program finds it on its first start. */
    migratedDatabase: string;
  }
}

/** Vitest global setup: one Postgres per run, a migrated template in it. Prints which server it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findPostgres();
  console.log(`Postgres of the ${project.name} tests: ${server.description}`);
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  const migrated = `${template}_migrated`;
  await onServer(server.url, `CREATE DATABASE ${migrated}`);
  await onPool(withDatabase(server.url, migrated), async (pool) => {
    await ensureRoles(pool);
    await migrate(pool);
    await admitRoles(pool);
  });
  await onServer(server.url, `CREATE DATABASE ${template} TEMPLATE ${migrated}`);
  await onPool(withDatabase(server.url, template), async (pool) => {
    const store = createPostgresEventStore({ pool });
    await rebuild({ pool, store, projections: allProjections });
    await store.close();
    const client = await pool.connect();
    await runMigrations(client);
    client.release();
  });
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', template);
  project.provide('migratedDatabase', migrated);
  return async () => {
    await dropAll(server.url, template);
    await server.stop();
  };
}

/** The template, and the databases whose names begin with its name. */
async function dropAll(url: string, template: string): Promise<void> {
  await onPool(url, async (admin) => {
    const { rows } = await admin.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      template,
    ]);
    for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

const onServer = (url: string, statement: string) => onPool(url, (admin) => admin.query(statement));

async function onPool(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = createPool(url, { max: 1 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
