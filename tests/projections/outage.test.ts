import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { askOracle, sorted } from './oracle.ts';
import { dumpReadModels, startProjections } from './projection-world.ts';
import { recordSale } from './sale-event.ts';

test('the runner survives a restart of its database and continues by itself', async () => {
  const folder = serverFolder();
  const options = { directory: join(folder.path, 'pg'), password: randomUUID(), port: await keptPort() };
  let server = await startEmbeddedPostgres(options);
  const pool = createPool(server.url('postgres'));
  await migrate(pool);
  const { store, runner, stop } = await startProjections(pool);
  let last = 0;
  for (let sale = 0; sale < 20; sale++) last = await recordSale(store, 'co');
  expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);

  await server.stop();
  expect(await runner.progress.waitFor(last + 1, 200)).toBe(false);
  server = await startEmbeddedPostgres(options);
  const sold = await expect
    .poll(() => recordSale(store, 'co').catch(() => 0))
    .toBeGreaterThan(last)
    .then(() => store.head());
  expect(await runner.progress.waitFor(sold, MAX_WAIT_MS)).toBe(true);
  expect(sorted(await dumpReadModels(pool))).toEqual(sorted(await askOracle(pool)));

  await stop();
  await pool.end();
  await server.stop();
  folder.remove();
});
