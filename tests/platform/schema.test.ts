import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#tests/architecture/source-files.ts';
import { schemaPage } from '#tests/docs/schema.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();

it('infra/postgres/schema.sql is up to date; `npm run docs` writes it', async () => {
  const written = readFileSync(join(ROOT, 'infra/postgres/schema.sql'), 'utf8');
  expect(written).toBe(await schemaPage(database.pool));
});
