import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '#platform/database.ts';
import { newId } from '#platform/ids.ts';
import { done } from '#tests/support/command-world.ts';
import { casesOf } from '#tests/support/seed.ts';
import { killAtEachStep } from '#tests/support/servers/kill-at-each-step.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { contradictions } from './pay-oracle.ts';
import { openPayWorld, type PayCompany, type PayWorld, payCompany, payrollOn, ZONE } from './pay-world.ts';

/** Of each of the two decisions. */
const KILLS = casesOf({ always: 30, withSeed: 100 });

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

let database: TestDatabase;
let world: PayWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await openPayWorld(database);
  world.pass(35);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

/** A company after the end of March, with sales of two people in it. */
async function afterMarch(): Promise<PayCompany> {
  const company = await payCompany(world);
  const { by, campaigns, sellers } = company;
  const schedule = { rhythm: 'monthly', firstDay: '2026-03-01', timeZone: ZONE };
  await done(world.commands.pay.setSchedule(by(), schedule));
  for (const employeeId of sellers)
    for (const price of ['100', '250.50']) {
      const sale = { name: 'Boat', price, status: 'Closed', employeeId, campaignId: campaigns[0] };
      const where = { entryDate: '2026-03-20', actorIsManager: true };
      await done(world.commands.sales.recordSale(by(), { ...sale, ...where }));
    }
  await world.read();
  return company;
}

async function approved(): Promise<PayCompany> {
  const company = await afterMarch();
  const outcome = await world.payroll.approve(company.by(company.managers[0]), MARCH, [...company.sellers]);
  expect(outcome.done).toHaveLength(2);
  await world.read();
  return company;
}

type Order = { readonly what: 'approve' | 'lock'; readonly company: PayCompany; readonly commandId: string };

function carryOut(payroll: PayWorld['payroll'], { what, company, commandId }: Order) {
  const ctx = { ...company.by(company.managers[0]), commandId };
  return payroll[what](ctx, MARCH, [...company.sellers]);
}

function openWorker(url: string) {
  const pool = createPool(url, { max: 4 });
  const payroll = payrollOn(pool);
  return {
    pool,
    run: async (order: Order) => ({ ok: (await carryOut(payroll, order)).refused.length === 0 }),
    close: () => pool.end(),
  };
}

/** How many statements of the company are in this state, and what they come to. */
async function statementsIn(state: string, { companyId }: PayCompany) {
  const { rows } = await world.pool.query<{ count: number; cents: number | null }>(
    `SELECT count(*)::integer AS count, sum(coalesce(payable_cents, total_cents))::integer AS cents
       FROM read.pay_statements WHERE company_id = $1 AND state = $2`,
    [companyId, state],
  );
  return rows[0];
}

test.each([
  ['approve', afterMarch, 'approved'],
  ['lock', approved, 'paid'],
] as const)(
  'killed at any statement of %s, the repetition completes it, and each statement is decided on once',
  async (what, prepare, state) => {
    let kills = 0;
    for (let round = 0; kills < KILLS && round < KILLS / 10; round += 1) {
      const { killed } = await killAtEachStep<Order>(
        { open: openWorker, url: database.url },
        async () => ({ what, company: await prepare(), commandId: newId() }),
        async (order) => {
          await world.read();
          await carryOut(world.payroll, order);
          await world.read();
          expect(await statementsIn(state, order.company)).toEqual({ count: 2, cents: 7010 });
        },
      );
      kills += killed;
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS);
    expect(await contradictions(world.pool, { isPlain: true })).toEqual([]);
  },
);

test('two super employees who lock at once, beside sales, pay each statement once; later sales are in the next one', async () => {
  const company = await approved();
  const { by, campaigns, sellers, managers } = company;
  const others = [createPool(database.url, { max: 4 }), createPool(database.url, { max: 4 })];
  const selling = Array.from({ length: 40 }, async (_, number) => {
    const sale = { name: 'Late boat', price: '10', status: 'Closed', campaignId: campaigns[0] };
    const who = { employeeId: sellers[number % 2] ?? '', entryDate: '2026-04-02', actorIsManager: true };
    await done(world.commands.sales.recordSale(by(managers[1]), { ...sale, ...who }));
  });
  const locks = others.flatMap((pool) =>
    managers.map((manager) => payrollOn(pool).lock(by(manager), MARCH, [...sellers])),
  );
  await Promise.all([...selling, ...locks]);
  await Promise.all(others.map((pool) => pool.end()));
  await world.read();
  expect(await statementsIn('paid', company)).toEqual({ count: 2, cents: 7010 });
  expect(await contradictions(world.pool, { isPlain: true })).toEqual([]);
  const pay = await world.queries.payOf(company.companyId, sellers);
  for (const id of sellers) expect(pay.get(id)?.lines).toHaveLength(20);
});
