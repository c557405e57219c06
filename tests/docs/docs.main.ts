import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { createPool } from '#platform/database.ts';
import { temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { schemaPage } from './schema.ts';
import { whatHappensWhen } from './what-happens-when.ts';

/** `npm run docs`: writes the documents that are generated from the source. Tests check that they are up to date. */
const ROOT = join(import.meta.dirname, '../..');

writeFileSync(join(ROOT, 'infra/what-happens-when.md'), whatHappensWhen());

const { dataDir, remove } = temporaryDataDir();
mkdirSync(dataDir, { recursive: true });
const server = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres'), password: randomUUID() });
const pool = createPool(server.url('postgres'), { max: 4 });
try {
  writeFileSync(join(ROOT, 'infra/postgres/schema.sql'), await schemaPage(pool));
} finally {
  await pool.end();
  await server.stop();
  remove();
}
