import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureRoles } from '#infra/postgres/roles.ts';
import { companyReadsOn, createReaderPool } from '#platform/database.ts';
import { withinCompany } from '#platform/scope.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type ProjectionWorld, startProjections } from './projection-world.ts';

let database: TestDatabase;
let world: ProjectionWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
  expect(await ensureRoles(database.pool)).toBeNull();
  world = await startProjections(database.pool);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

it('a list is sorted by name also where the server closes the schema public', async () => {
  const reader = createReaderPool(database.url, { max: 1 });
  const queries = createQueries(companyReadsOn<ReadModels>(reader));
  const order = { by: 'name', direction: 'asc' } as const;
  const read = withinCompany('acme', () => queries.salesOfEmployee('acme', 'ann', { order }));
  expect(await read.finally(() => reader.end())).toEqual({ rows: [], next: null });
});
