import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import type { LimitRule } from '#platform/limits/limits.port.ts';
import { createLimits } from '#platform/limits/limits.postgres.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let pools: ReturnType<typeof createPool>[];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = [createPool(database.url), createPool(database.url)];
  await migrate(pools[0] as (typeof pools)[number]);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

let rules = 0;
function rule(times: number): LimitRule {
  rules += 1;
  return { name: `rule ${rules}`, times, seconds: 3600 };
}
const processes = () => pools.map((pool) => createLimits({ pool }));

it('lets as many through as the rule says, of any number at once, in two processes', async () => {
  const ten = rule(10);
  const limits = processes();
  const taken = await Promise.all(
    Array.from({ length: 100 }, (_, at) => limits[at % 2]?.take([ten, 'someone'])),
  );
  expect(taken.filter((each) => each?.allowed)).toHaveLength(10);
  const refused = taken.find((each) => each?.allowed === false);
  expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(3000);
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(3600);
  expect(await limits[0]?.take([ten, 'somebody', 'else'])).toEqual({ allowed: true });
});

it('counts under all rules or under none', async () => {
  const [one, many] = [rule(1), rule(5)];
  const [limits] = processes();
  for (let times = 0; times < 20; times += 1) await limits?.take([many, 'network'], [one, `account`]);
  // One was let through; what was refused for the account did not count for the network.
  for (let times = 0; times < 4; times += 1)
    expect(await limits?.take([many, 'network'])).toEqual({ allowed: true });
  expect(await limits?.take([many, 'network'])).toMatchObject({ allowed: false });
  // However often it was refused, one that is given back is one.
  await limits?.giveBack([one, 'account']);
  expect(await limits?.take([one, 'account'])).toEqual({ allowed: true });
});

it('begins anew when the window has ended, and forgets it', async () => {
  const one = rule(1);
  const [limits] = processes();
  await limits?.take([one, 'x']);
  expect(await limits?.take([one, 'x'])).toMatchObject({ allowed: false });
  await pools[0]?.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE $1`, [`${one.name}:%`]);
  expect(await limits?.take([one, 'x'])).toEqual({ allowed: true });
  await pools[0]?.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE $1`, [`${one.name}:%`]);
  expect(await limits?.forget()).toBe(1);
});

it('keeps no subject in the clear, and is of no use without its database', async () => {
  const five = rule(5);
  const [limits] = processes();
  await limits?.take([five, 'ada@example.test', '203.0.113.77']);
  const { rows } = await (pools[0] as (typeof pools)[number]).query(
    `SELECT key FROM rate_limits WHERE key LIKE $1`,
    [`${five.name}:%`],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].key).not.toMatch(/ada|203/);
  const away = createPool(database.url);
  await away.end();
  await expect(createLimits({ pool: away }).take([five, 'x'])).rejects.toThrow();
});
