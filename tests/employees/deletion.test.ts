import { expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { apiWorld, startApi } from '#tests/support/servers/api-under-test.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';

const api = apiWorld();

it('a deletion ends the shift of today, also one that the read models do not show yet', async () => {
  const empty = await createTestDatabase();
  // A process whose reads are behind everything.
  const behind = await startApi(api.databaseUrl, { reads: () => queriesOn<ReadModels>(empty.pool) });
  const { companyId, manager, associate } = await api.company();
  await behind.signedIn(associate);
  const client = await behind.signedIn(manager);
  expect((await client.delete(`/employees/delete/${associate.employeeId}`)).status).toBe(200);
  const { rows } = await api.pool.query('SELECT type FROM events WHERE stream LIKE $1 ORDER BY position', [
    `shift-${companyId}_${associate.employeeId}_%`,
  ]);
  expect(rows.map(({ type }) => type)).toEqual(['ShiftStarted', 'ShiftEnded']);
  await behind.close();
  await empty.drop();
});
