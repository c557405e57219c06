import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { findPostgres } from './find-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run. */
    postgresUrl: string;
    /** A database with every migration applied; test databases are copies of it. */
    templateDatabase: string;
  }
}

/** Vitest global setup: one Postgres per run, a migrated template in it. Prints which server it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findPostgres();
  console.log(`Postgres of the ${project.name} tests: ${server.description}`);
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  await onServer(server.url, `CREATE DATABASE ${template}`);
  const pool = createPool(withDatabase(server.url, template), { max: 1 });
  await migrate(pool);
  await pool.end();
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    await dropAll(server.url, template);
    await server.stop();
  };
}

/** The template, and the databases whose names begin with its name. */
async function dropAll(url: string, template: string): Promise<void> {
  const admin = createPool(url, { max: 1 });
  const { rows } = await admin.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    template,
  ]);
  for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await admin.end();
}

async function onServer(url: string, statement: string): Promise<void> {
  const admin = createPool(url, { max: 1 });
  await admin.query(statement);
  await admin.end();
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
