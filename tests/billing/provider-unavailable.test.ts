import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import {
  type Arrived,
  DECLINED_CARD,
  formOf,
  GOOD_CARD,
  registrant,
} from '#tests/registration/registration-world.ts';
import { createHttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { FAKE_KEYS, type FakeOutage, type StripeFake, startStripeFake } from './stripe-fake/stripe-fake.ts';

/** Each outage has its own program, because its circuit breaker opens after the failures. */
const OUTAGES: readonly FakeOutage[] = ['refused', 'reply lost'];

/** While the circuit is open, one call is let through in this time. Milliseconds. */
const OPEN_MS = 5000;

/** Stands still unless moved. */
const clock = { time: Date.now(), now: () => new Date(clock.time) };

type World = { readonly fake: StripeFake; readonly program: TestProgram };
const worlds = new Map<FakeOutage, World>();
beforeAll(async () => {
  const starting = OUTAGES.map(async (outage) => {
    const fake = await startStripeFake({ now: clock.now() });
    const payments = { kind: 'stripe', ...FAKE_KEYS, apiBase: fake.url, retries: 0 } as const;
    worlds.set(outage, { fake, program: await startTestProgram({ payments, clock }) });
  });
  await Promise.all(starting);
});
afterAll(async () => {
  for (const { fake, program } of worlds.values()) {
    await program.stop();
    await fake.close();
  }
});

/** The refusal that people see, with a time to retry. */
function expectAway(reply: HttpReply, error: 'somethingWentWrong' | 'failedToCancelSubscription'): void {
  const { status, body } = reply;
  expect({ status, body }).toEqual({ status: 503, body: { message: messages[error], error } });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** After several failures in a row the program does not try again for some seconds. */
async function expectBack(ask: () => Promise<HttpReply>): Promise<void> {
  clock.time += OPEN_MS;
  expect((await ask()).status, 'once Stripe answers again').toBe(200);
}

const subscriptionsOf = ({ fake }: World, { companyId }: Arrived) =>
  [...fake.state.subscriptions.values()].filter(({ metadata }) => metadata.companyId === companyId);
const refunded = ({ fake }: World) =>
  [...fake.state.refunds.values()].reduce((sum, { amount }) => sum + amount, 0);

describe.each(OUTAGES)('while Stripe is away (%s)', (outage) => {
  it('people see a refusal, nothing is lost, and nothing is charged or refunded twice', async () => {
    const world = worlds.get(outage) as World;
    const { fake, program } = world;
    const grace = registrant(createHttpClient(`${program.url}/api`), program.core.database.owner);
    const company = await grace.arrive(formOf());
    await fake.suffer(outage);
    expectAway(await grace.intend(company), 'somethingWentWrong');
    for (const _ of ['first', 'impatient']) expectAway(await grace.save(company), 'somethingWentWrong');
    await fake.suffer(null);
    await expectBack(() => grace.save(company));
    expect(subscriptionsOf(world, company)).toHaveLength(1);
    expect((await grace.comeIn(company.email)).status).toBe(200);

    const card = (paymentMethodId: string) =>
      grace.client.post('/companies/save-subscription', { paymentMethodId });
    fake.moveTo(new Date(fake.now().getTime() + 8 * 86_400_000));
    await fake.suffer(outage);
    expectAway(await card(GOOD_CARD), 'somethingWentWrong');
    // Everything that does not need Stripe goes on.
    expect((await grace.client.get('/companies/get-company')).status).toBe(200);
    await fake.suffer(null);
    await expectBack(() => card(GOOD_CARD));
    expect((await card(DECLINED_CARD)).body.error).toBe('cardUpdateFailed');

    const before = refunded(world);
    await fake.suffer(outage);
    const cancel = () => grace.client.delete('/companies/cancel-subscription');
    for (const _ of ['first', 'impatient']) expectAway(await cancel(), 'failedToCancelSubscription');
    await fake.suffer(null);
    await expectBack(cancel);
    expect((await cancel()).body).toEqual({ message: messages.subscriptionCanceled, status: 'canceled' });
    expect(subscriptionsOf(world, company)).toMatchObject([{ status: 'canceled' }]);
    // One employee; the month began after the trial, a day ago.
    const back = refunded(world) - before;
    expect(back).toBeLessThanOrEqual(160_00);
    expect(back).toBeGreaterThan(150_00);
  });
});
