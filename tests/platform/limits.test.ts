import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, rejected } from '#contracts/result.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import type { LimitRule } from '#platform/limits/limits.port.ts';
import { createLimits } from '#platform/limits/limits.postgres.ts';
import { byNetwork } from '#platform/limits/network.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

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

it('allows exactly as many concurrent calls as the rule says, in two processes', {
  tags: ['asvs-6.3.1'],
}, async () => {
  const ten = rule(10);
  const limits = processes();
  const taken = await Promise.all(
    Array.from({ length: 100 }, (_, at) => limits[at % 2]?.take([ten, 'someone'])),
  );
  expect(taken.filter((each) => each?.ok)).toHaveLength(10);
  const refused = taken.find((each) => each?.ok === false);
  expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(3000);
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(3600);
  expect(await limits[0]?.take([ten, 'somebody', 'else'])).toEqual(accepted());
});

it('gives the many networks of one IPv6 subscriber four times the limit together, and those of a site sixteen times', async () => {
  const two = rule(2);
  const [limits] = processes();
  const allowed = async (addresses: readonly string[]) => {
    let count = 0;
    for (const address of addresses) if ((await limits?.take(...byNetwork(two, address)))?.ok) count += 1;
    return count;
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at.toString(16));
  expect(await allowed(numbers(5).map((host) => `2001:db8:1:1::${host}`)), 'one /64').toBe(2);
  expect(await allowed(numbers(64).map((net) => `2001:db8:1:${net}::1`)), 'one /56, 2 were used').toBe(6);
  expect(await allowed(numbers(64).map((net) => `2001:db8:1:${net}00::1`)), 'one /48, 8 were used').toBe(24);
  expect(await allowed(['2001:db8:2::1']), 'another').toBe(1);
});

it('counts under all rules or under none', async () => {
  const [one, many] = [rule(1), rule(5)];
  const [limits] = processes();
  for (let times = 0; times < 20; times += 1) await limits?.take([many, 'network'], [one, `account`]);
  // One was allowed; calls refused for the account did not count for the network.
  for (let times = 0; times < 4; times += 1)
    expect(await limits?.take([many, 'network'])).toEqual(accepted());
  expect(await limits?.take([many, 'network'])).toMatchObject(rejected('tooManyRequests'));
  // One returned call is one more allowed call, however many were refused.
  await limits?.giveBack([one, 'account']);
  expect(await limits?.take([one, 'account'])).toEqual(accepted());
});

it('starts again when the window has ended, and deletes its row', async () => {
  const one = rule(1);
  const [limits] = processes();
  await limits?.take([one, 'x']);
  expect(await limits?.take([one, 'x'])).toMatchObject(rejected('tooManyRequests'));
  await pools[0]?.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE $1`, [`${one.name}:%`]);
  expect(await limits?.take([one, 'x'])).toEqual(accepted());
  await pools[0]?.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE $1`, [`${one.name}:%`]);
  expect(await limits?.forget()).toBe(1);
});

it('stores no subject in the clear, and is useless without its database', async () => {
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
