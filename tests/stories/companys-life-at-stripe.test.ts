import { afterAll, beforeAll, describe, expect } from 'vitest';
import { postWebhook } from '#tests/billing/stripe-fake/deliver-webhooks.ts';
import { FAKE_KEYS, type StripeFake, startStripeFake } from '#tests/billing/stripe-fake/stripe-fake.ts';
import { seededRandom } from '#tests/support/random.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { companysLife } from './companys-life.suite.ts';
import type { StoryPayments } from './story-company.ts';
import { ownProcess } from './story-world.ts';

const DAY_MS = 86_400_000;
const random = seededRandom(11);

let database: TestDatabase;
let fake: StripeFake;
let world: Awaited<ReturnType<typeof ownProcess>>;
beforeAll(async () => {
  database = await createTestDatabase();
  fake = await startStripeFake({ now: new Date() });
  const keys = {
    STRIPE_API_BASE: fake.url,
    STRIPE_SECRET_KEY: FAKE_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: FAKE_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: FAKE_KEYS.webhookSecret,
    STRIPE_PRICE_BASE: FAKE_KEYS.priceBase,
    STRIPE_PRICE_SEAT: FAKE_KEYS.priceSeat,
  };
  world = await ownProcess(database, keys, startBuiltProgram);
});
afterAll(async () => {
  await world.stop();
  await fake.close();
});

const shuffled = <Each>(all: readonly Each[]) =>
  all
    .map((each) => ({ each, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ each }) => each);

let announced = 0;

/** Every new webhook of Stripe arrives five times, among former ones that arrive once more, in any order, and is applied. */
async function announceAll(): Promise<void> {
  const [url] = world.urls;
  const fresh = fake.webhooks.slice(announced);
  announced = fake.webhooks.length;
  for (const rawBody of shuffled([...fake.webhooks, ...Array.from({ length: 4 }, () => fresh).flat()])) {
    const status = await postWebhook(`${url}/api/webhooks/stripe`, rawBody, fake.sign(rawBody, new Date()));
    expect(status).toBe(200);
  }
  const waiting = async () => {
    const { rows } = await database.pool.query(
      'SELECT type, set_aside FROM provider_events WHERE applied_at IS NULL OR set_aside IS NOT NULL',
    );
    return rows;
  };
  await expect.poll(waiting).toEqual([]);
}

const seats = () =>
  [...fake.state.subscriptions.values()].flatMap(({ items }) =>
    items.filter(({ price }) => price.id === FAKE_KEYS.priceSeat).map(({ quantity }) => quantity),
  );

const stripe: StoryPayments = {
  config: { publishableKey: FAKE_KEYS.publishableKey, provider: 'stripe' },
  async daysPass(owner, days) {
    const { employeeCount } = await owner.done('GET /companies/employee-count');
    await expect.poll(() => seats().at(-1)).toBe(employeeCount);
    fake.moveTo(new Date(fake.now().getTime() + days * DAY_MS));
    await announceAll();
  },
  movesMail: false,
};

describe(
  'the program with the keys of Stripe, whose webhooks arrive five times each and shuffled',
  { shuffle: false, tags: ['spec-1.1'] },
  () => companysLife({ world: () => world, format: 'json', callsMade: new Set() }, stripe),
);
