import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { expectRatio, shortestOf } from '#tests/support/promised.ts';
import { openPostgresStores, type PostgresUnderTest } from './postgres-store.ts';
import { aStream, events, hear } from './store-under-test.ts';

let under: PostgresUnderTest;
beforeAll(async () => {
  under = await openPostgresStores();
});
afterAll(() => under.close());

it('another process hears of an append in 75 times the append itself, not at its next poll', async () => {
  const { store, another, database } = under;
  const listeners = async () => {
    const sessions = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    return (await database.pool.query(`SELECT ${sessions}`)).rowCount ?? 0;
  };
  const append = () => store.append(aStream(), events(1), 'no stream');
  const baseline = { name: 'an append', ms: await shortestOf(20, append) };
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = await listeners();
    const hearing = hear(another(), { after: await store.head() }, () => true);
    await vi.waitFor(async () => expect(await listeners()).toBeGreaterThan(before), WAIT_OPTIONS);
    times.push(await shortestOf(1, () => Promise.all([append(), hearing])));
  }
  expectRatio(75, { name: 'append heard elsewhere', ms: Math.min(...times) }, baseline);
});
