import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf, registrant } from '#tests/registration/registration-world.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { startAnother, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { DECLINED_CARD, GOOD_CARD } from './billing-world.ts';

const SHARED_CARD = 'pm_card_visa_debit';

let program: TestProgram;
let second: Awaited<ReturnType<typeof startAnother>>;
beforeAll(async () => {
  program = await startTestProgram({ trustProxy: 1 });
  second = await startAnother(program, { trustProxy: 1, roles: new Set(['api'] as const) });
});
afterAll(async () => {
  await second.stop();
  await program.stop();
});

let networks = 0;
/** A network of its own, as a proxy names it. */
const newNetwork = () => ({ 'x-forwarded-for': `198.51.100.${++networks}` });
type Network = ReturnType<typeof newNetwork>;

async function owner(): Promise<HttpClient> {
  return program.signIn((await program.seedCompany()).owner.email);
}
const save = (client: HttpClient, card: string, from: Network) =>
  client.post('/api/companies/save-subscription', { paymentMethodId: card }, from);
const setUp = (client: HttpClient, from: Network) =>
  client.post('/api/companies/create-setup-intent', {}, from);

async function statuses(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) found.push((await ask()).status);
  return found;
}
const all = (times: number, status: number) => Array.from({ length: times }, () => status);

it('five cards of a company are declined in an hour, over all processes; the sixth is not tried', {
  tags: ['asvs-2.4.1'],
}, async () => {
  const [thief, from] = [await owner(), newNetwork()];
  const elsewhere = createHttpClient(second.url);
  for (const [name, value] of thief.cookies) elsewhere.cookies.set(name, value);
  const clients = [thief, elsewhere];
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, at) => save(clients[at % 2] as HttpClient, DECLINED_CARD, from)),
  );
  expect(tried.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
  await statuses(5, () => save(thief, DECLINED_CARD, from));
  const refused = await save(thief, GOOD_CARD, newNetwork());
  expect(refused).toMatchObject({ status: 429, body: { error: 'tooManyRequests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  // Another company in the same network pays, after a slip of its own.
  const honest = await owner();
  expect((await save(honest, DECLINED_CARD, from)).status).toBe(400);
  expect((await save(honest, GOOD_CARD, from)).status).toBe(200);
});

it('a company that changes its card again and again is not refused', async () => {
  const [honest, from] = [await owner(), newNetwork()];
  for (let time = 0; time < 4; time += 1) {
    expect((await save(honest, GOOD_CARD, from)).status).toBe(200);
    expect((await save(honest, 'pm_card_mastercard', from)).status).toBe(200);
  }
});

it('a company opens the card form ten times an hour', { tags: ['asvs-2.4.1'] }, async () => {
  const [client, from] = [await owner(), newNetwork()];
  expect(await statuses(11, () => setUp(client, from))).toEqual([...all(10, 200), 429]);
  expect((await setUp(await owner(), from)).status).toBe(200);
});

it('a network has twenty of each in a day, whatever the company; another network has its own', {
  tags: ['asvs-2.3.2', 'asvs-2.4.1'],
}, async () => {
  const from = newNetwork();
  for (let company = 0; company < 4; company += 1) {
    const thief = await owner();
    expect(await statuses(5, () => save(thief, DECLINED_CARD, from))).toEqual(all(5, 400));
    expect(await statuses(5, () => setUp(thief, from))).toEqual(all(5, 200));
  }
  const next = await owner();
  for (const refused of [await save(next, DECLINED_CARD, from), await setUp(next, from)]) {
    expect(refused).toMatchObject({ status: 429, body: { error: 'tooManyRequests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  }
  const home = newNetwork();
  expect((await setUp(next, home)).status).toBe(200);
  expect((await save(next, GOOD_CARD, home)).status).toBe(200);
});

/** Registers a company as a new person and pays with this card; returns the status of its subscription. */
async function subscribe(card: string): Promise<string> {
  const api = createHttpClient(`${program.url}/api`);
  const me = registrant(api, program.core.database.owner);
  const company = await me.arrive(formOf());
  expect((await me.intend(company)).status).toBe(200);
  expect((await me.save(company, card)).status).toBe(200);
  const state = await program.core.commands.subscriptions.subscriptionOf(company.companyId);
  return state.kind === 'none' ? 'none' : state.status;
}

it('a card has one trial, also of companies that subscribe at once; another card has its own', {
  tags: ['asvs-2.4.1'],
}, async () => {
  const both = await Promise.all([subscribe(SHARED_CARD), subscribe(SHARED_CARD)]);
  expect(both.toSorted()).toEqual(['active', 'trialing']);
  expect(await subscribe(SHARED_CARD)).toBe('active');
  expect(await subscribe(GOOD_CARD)).toBe('trialing');
  expect(await subscribe(GOOD_CARD)).toBe('trialing');
});

it('the registration counts declined cards as well, and a declined card leaves the trial', {
  tags: ['asvs-2.4.1'],
}, async () => {
  const me = registrant(createHttpClient(`${program.url}/api`), program.core.database.owner);
  const company = await me.arrive(formOf());
  expect(await statuses(4, () => me.save(company, DECLINED_CARD))).toEqual(all(4, 400));
  expect((await me.save(company, GOOD_CARD)).status).toBe(200);
  const state = await program.core.commands.subscriptions.subscriptionOf(company.companyId);
  expect(state).toMatchObject({ status: 'trialing' });
  const thief = registrant(createHttpClient(`${program.url}/api`), program.core.database.owner);
  const another = await thief.arrive(formOf());
  expect(await statuses(6, () => thief.save(another, DECLINED_CARD))).toEqual([...all(5, 400), 429]);
});
