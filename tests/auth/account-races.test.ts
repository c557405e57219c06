import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import { systemClock } from '#platform/clock.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type AccountWorld, CHOSEN_PASSWORD, type Order, openAccounts } from './account-world.ts';

const ORDERS = 400;
const AT_ONCE = 24;

let database: TestDatabase;
/** Two processes. */
let worlds: [AccountWorld, AccountWorld];
let companies: { companyId: string; campaignId: string }[];
beforeAll(async () => {
  database = await createTestDatabase();
  worlds = [openAccounts(database.url), openAccounts(database.url)];
  companies = await Promise.all(
    [1, 2].map(async () => {
      const wish = { managers: 0, associates: 0 };
      const { companyId, campaigns } = await seedCompany({ ...worlds[0], clock: systemClock }, wish);
      return { companyId, campaignId: campaigns[0]?.campaignId ?? '' };
    }),
  );
});
afterAll(async () => {
  for (const world of worlds) await world.close();
  await database.drop();
});

/** Few people and even fewer emails, so that they often conflict. */
function randomOrders(random: () => number): Order[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const emails = Array.from({ length: 4 }, () => `${newId()}@example.test`);
  const people = Array.from({ length: 20 }, () => ({ employeeId: newId(), ...pick(companies) }));
  const wishes = ['add', 'add', 'edit', 'edit', 'edit', 'edit', 'edit', 'edit', 'edit', 'delete'] as const;
  // A deleted employee cannot come back, so people are replaced: six at a time.
  return Array.from({ length: ORDERS }, (_, at) => ({
    ...pick(people.slice((at * 14) / ORDERS, (at * 14) / ORDERS + 6)),
    what: pick(wishes),
    email: pick(emails),
    commandId: newId(),
  }));
}

/** Who has which email by the events, and every email that two people had at the same time. */
async function byTheEvents() {
  const owners = new Map<string, string>();
  const shared: string[] = [];
  const { rows } = await database.pool.query(
    `SELECT * FROM events WHERE position > ${START} ORDER BY position`,
  );
  const give = (email: string, employeeId: string) => {
    const owner = owners.get(email);
    if (owner !== undefined && owner !== employeeId) shared.push(email);
    owners.set(email, employeeId);
  };
  for (const row of rows) {
    const event = decodeEvent({ ...row, recordedAt: row.recorded_at });
    if (event.type === 'EmployeeAdded') give(event.data.employee.email, event.data.employeeId);
    if (event.type === 'EmployeeDeleted') owners.delete(event.data.before.email);
    if (event.type === 'EmployeeEdited' && event.data.before.email !== event.data.after.email) {
      owners.delete(event.data.before.email);
      give(event.data.after.email, event.data.employeeId);
    }
  }
  return { owners, shared };
}

describe(`${ORDERS} random changes of few people, ${AT_ONCE} at a time in two processes`, () => {
  it(`leave accounts that match the events (SEED=${SEED})`, async () => {
    const orders = randomOrders(seededRandom(SEED));
    const came = new Map<string, number>();
    const worker = async (world: AccountWorld) => {
      for (let order = orders.pop(); order; order = orders.pop()) {
        const outcome = await world.run(order);
        const what = `${order.what}: ${outcome.ok ? 'done' : outcome.code}`;
        came.set(what, (came.get(what) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => worker(worlds[at % 2] as AccountWorld)));
    // A run without any conflict over an email would prove nothing.
    const taken = (came.get('add: emailTaken') ?? 0) + (came.get('edit: emailTaken') ?? 0);
    for (const happened of [taken, came.get('add: done') ?? 0, came.get('edit: done') ?? 0])
      expect(happened).toBeGreaterThan(0);

    const { owners, shared } = await byTheEvents();
    expect(shared).toEqual([]);
    const { rows } = await database.pool.query<{ email: string; employee_id: string; settled: boolean }>(
      `SELECT email, employee_id, settled FROM emails WHERE email NOT LIKE 'owner.%'`,
    );
    const claimed = new Map(rows.map(({ email, employee_id }) => [email, employee_id]));
    expect(claimed).toEqual(new Map([...owners].filter(([email]) => !email.startsWith('owner.'))));
    expect(rows.filter(({ settled }) => !settled)).toEqual([]);
    for (const [email, employeeId] of claimed) {
      expect(await worlds[0].accounts.verify(email, CHOSEN_PASSWORD)).toMatchObject({ employeeId });
    }
  });
});
