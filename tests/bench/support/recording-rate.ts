import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { createCommands } from '#services/main/wiring.ts';
import { payCompany } from '#tests/pay/pay-world.ts';
import { done } from '#tests/support/command-world.ts';

const SALES = 6000;
const WARM_UP = 2000;
const IN_FLIGHT = 32;

/** Closed sales per second, recorded one after the other by 32 sellers until the chosen read models have all of them. */
export async function recordingRate(isWanted: (projection: string) => boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url);
  const store = createPostgresEventStore({ pool });
  const log = createLog('silent');
  const projections = allProjections.filter(({ name }) => isWanted(name));
  await migrate(pool);
  const bus = createMemoryLiveBus({ log });
  const runner = createProjectionRunner({ pool, store, bus, projections, log, registry: new Registry() });
  try {
    await runner.start();
    const commands = createCommands(store);
    const now = () => '2026-03-02T15:00:00.000Z';
    const company = await payCompany({ commands, now });
    async function record(sales: number): Promise<void> {
      let left = sales;
      const work = async (seller: number) => {
        while (left-- > 0) {
          const employeeId = company.sellers[seller % 2] ?? '';
          const sale = { name: 'Boat', price: '100', status: 'Closed', entryDate: '2026-03-02' };
          const whose = { employeeId, campaignId: company.campaigns[0], actorIsManager: false };
          await done(commands.sales.recordSale(company.by(employeeId), { ...sale, ...whose }));
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, (_, seller) => work(seller)));
      if (!(await runner.progress.waitFor(await store.head(), 60_000))) throw new Error('not projected');
    }
    await record(WARM_UP);
    const begin = performance.now();
    await record(SALES);
    return SALES / ((performance.now() - begin) / 1000);
  } finally {
    await runner.stop();
    await bus.close();
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
