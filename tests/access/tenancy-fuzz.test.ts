import { beforeAll, expect, it } from 'vitest';
import { accessRule, type RouteName } from '#contracts/endpoints/access-table.ts';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { systemClock } from '#platform/clock.ts';
import { createKeyedMutex } from '#platform/concurrency/mutex.ts';
import { newId } from '#platform/ids.ts';
import { unlimited } from '#tests/registration/code-source.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { seededRandom } from '#tests/support/random.ts';
import { casesOf, SEED } from '#tests/support/seed.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';
import { type Belongings, belongingsOf, goalOf } from './belongings.ts';
import { examples, type Sent, urlOf } from './examples.ts';
import { idsIn, placesOf, SMUGGLED_FIELDS, type Swap, swapped } from './swaps.ts';

/** How often each role sends each call: with ids of the other company and again with unknown ids. */
const ROUNDS = casesOf({ always: 10, withSeed: 50 });
const AT_ONCE = 16;
/** In every text of the other company. */
const SECRET = 'Zebra';

/** These end the session that the other requests use, or something that all of them need; factors change once. */
const ENDINGS = [
  ...['DELETE /logout', 'DELETE /companies/cancel-subscription', 'POST /employees/passkeys'],
  ...['POST /employees/authenticator', 'DELETE /employees/authenticator', 'POST /employees/recovery-codes'],
];
/** Public calls need no company. */
const isLeftOut = (endpoint: Endpoint) =>
  ENDINGS.includes(`${endpoint.method} ${endpoint.path}`) ||
  (accessRule(endpoint).rights.nobody === 'allowed' && endpoint.method !== 'GET');

const random = seededRandom(SEED);
const one = <Of>(list: readonly Of[]): Of => list[Math.floor(random() * list.length)] as Of;

type Sender = { readonly role: string; readonly cookie: string; readonly requests: readonly Ready[] };
type Ready = { readonly endpoint: Endpoint; readonly sent: Sent };
type Sending = Ready & Omit<Sender, 'requests'>;

// Row-level security is off here: the test proves that every query itself filters by company.
const api = apiWorld({ limits: unlimited });
let ours: Company;
let theirs: Company;
let theirIds: string[];

beforeAll(async () => {
  [ours, theirs] = await Promise.all([api.company(), api.company()]);
  theirIds = await makeSecrets();
});

function ground() {
  const waitForReads = (position: number) => api.progress.waitFor(position, MAX_WAIT_MS);
  return { commands: api.commands, accounts: api.accounts, pool: api.pool, clock: systemClock, waitForReads };
}

async function thingsOf(company: Company, person: SeededPerson): Promise<Belongings> {
  const { companyId, campaignId, manager } = company;
  const goalId = await goalOf(ground(), companyId);
  return belongingsOf(ground(), {
    ...{ companyId, campaignId, goalId, managerId: manager.employeeId },
    ...person,
  });
}

/** A company with one of everything; returns every id in its events and its sessions. */
async function makeSecrets(): Promise<string[]> {
  const { companyId, associate, campaignId } = theirs;
  const now = new Date().toISOString();
  const ctx = () => contextOf(companyId, { now, actorId: theirs.manager.employeeId });
  const entryDate = now.slice(0, 10);
  const things = await thingsOf(theirs, associate);
  await Promise.all([things.goal(), things.campaign(), things.employee(), things.sale(), things.jobAid()]);
  const { employeeId } = associate;
  const sale = { name: SECRET, details: SECRET, price: '10', status: 'Closed', employeeId, campaignId };
  await done(api.commands.sales.recordSale(ctx(), { ...sale, entryDate, actorIsManager: true }));
  const former = theirs.colleague.employeeId;
  const left = { ...sale, employeeId: former, entryDate, actorIsManager: true };
  await done(api.commands.sales.recordSale(ctx(), left));
  await done(api.commands.employees.deleteEmployee(ctx(), { employeeId: former }));
  await done(api.commands.goals.addGoal(ctx(), { name: SECRET, hourlySales: 1, entryDate }));
  await done(api.commands.jobAids.addJobAid(ctx(), { name: SECRET, url: `https://${SECRET}.test` }));
  await done(api.commands.shifts.login(ctx(), { employeeId, timeZone: DAYTIME_ZONE }));
  const { sessionId } = await api.sessions.open({
    companyId,
    ...associate,
    timeZone: DAYTIME_ZONE,
    address: '',
  });
  await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
  const stored = await api.pool.query<{ text: string }>(
    `SELECT concat(stream, data, metadata) AS text FROM events WHERE metadata->>'companyId' = $1`,
    [companyId],
  );
  return [...new Set([sessionId, ...stored.rows.flatMap(({ text }) => idsIn(text))])];
}

async function senders(): Promise<Sender[]> {
  const people = { associate: ours.associate, manager: ours.manager, 'super employee': ours.owner };
  return Promise.all(
    Object.entries(people).map(async ([role, person]) => {
      const { companyId } = ours;
      const session = { companyId, ...person, timeZone: DAYTIME_ZONE, address: '' };
      const { token } = await api.sessions.open(session);
      const things = await thingsOf(ours, person);
      const requests = allEndpoints
        .filter((endpoint) => !isLeftOut(endpoint))
        .map(async (endpoint) => ({
          endpoint,
          sent: await examples[`${endpoint.method} ${endpoint.path}` as RouteName].of(things),
        }));
      return { role, cookie: `tb_session=${token}`, requests: await Promise.all(requests) };
    }),
  );
}

/** The ids to put and the positions: at least one position that names things, and fields that no handler should read. */
function swapsFor(sent: Sent, isWrite: boolean): { swaps: Swap[]; isNamed: boolean } {
  const places = placesOf(sent);
  const must = places.length > 0 ? [one(places)] : [];
  const named = places.filter((place) => must.includes(place) || random() < 0.5);
  const smuggled = Array.from({ length: named.length > 0 ? Math.floor(random() * 3) : 1 }, () => ({
    part: isWrite && random() < 0.7 ? ('body' as const) : ('query' as const),
    field: one(SMUGGLED_FIELDS),
  })).filter(({ part, field }) => sent[part]?.[field] === undefined);
  const swaps = [...named, ...smuggled].map((place) => ({ ...place, id: one(theirIds) }));
  return { swaps, isNamed: named.length > 0 };
}

async function send({ endpoint, sent }: Ready, cookie: string) {
  const { method, path } = endpoint;
  const reply = await api.app.inject({
    method,
    url: `/api${urlOf(path, sent)}`,
    headers: { cookie },
    ...(method !== 'GET' && { payload: { ...sent.body } }),
  });
  const { date: _, 'content-length': __, ...headers } = reply.headers;
  return { status: reply.statusCode, headers, text: reply.payload };
}

/** The data of the other company that must not change. */
async function theirState(): Promise<unknown> {
  const { rows } = await api.pool.query(
    `SELECT (SELECT count(*) FROM events WHERE stream LIKE '%' || $1 || '%' OR metadata->>'companyId' = $1) AS events,
            (SELECT md5(string_agg(a::text, '|' ORDER BY a::text)) FROM accounts a WHERE company_id = $1) AS accounts,
            (SELECT md5(string_agg(e::text, '|' ORDER BY e::text)) FROM emails e WHERE company_id = $1) AS emails,
            (SELECT count(*) FROM sessions WHERE company_id = $1 AND revoked_at IS NULL) AS sessions`,
    [theirs.companyId],
  );
  return rows[0];
}

it('ids of another company are answered like unknown ids, in every position of every call, for every role', {
  tags: ['reliability-41', 'asvs-8.2.2', 'spec-6.7', 'decision-1.1'],
}, async () => {
  const everybody = await senders();
  const before = await theirState();
  const secrets = new Set(theirIds);
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  const left = Array.from({ length: ROUNDS }, () =>
    everybody.flatMap(({ requests, ...sender }) => requests.map((ready) => ({ ...sender, ...ready }))),
  ).flat();
  const pairs = left.length;

  async function pair({ role, cookie, endpoint, sent }: Sending): Promise<void> {
    const { swaps, isNamed } = swapsFor(sent, endpoint.method !== 'GET');
    const foreign = await send({ endpoint, sent: swapped(sent, swaps) }, cookie);
    const ofNobody = swaps.map((swap) => ({ ...swap, id: newId() }));
    const unknown = await send({ endpoint, sent: swapped(sent, ofNobody) }, cookie);
    statuses.set(foreign.status, (statuses.get(foreign.status) ?? 0) + 1);
    const complain = (what: string) =>
      complaints.push(
        `${what}: ${role} ${endpoint.method} ${endpoint.path} ${JSON.stringify(swaps)} ${foreign.status} ${foreign.text.slice(0, 200)}`,
      );
    if (foreign.text.includes(SECRET) || idsIn(foreign.text).some((id) => secrets.has(id)))
      complain('a leak');
    if (foreign.status !== unknown.status) complain(`an unknown id is answered ${unknown.status}`);
    if (isNamed && ![400, 403, 404].includes(foreign.status)) complain('not refused');
    if (foreign.status !== 200 && JSON.stringify(foreign) !== JSON.stringify(unknown)) complain('a hint');
  }
  // A person has one file at a time.
  const oneFile = createKeyedMutex();
  const inTurn = (next: Sending) =>
    next.endpoint.files ? oneFile(next.cookie, () => pair(next)) : pair(next);
  async function sendAll(): Promise<void> {
    for (let next = left.pop(); next && complaints.length < 10; next = left.pop()) await inTurn(next);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));

  expect(complaints, `SEED=${SEED}`).toEqual([]);
  expect(await theirState()).toEqual(before);
  // If nearly all were refused for another reason, this would prove nothing.
  expect(statuses.get(404)).toBeGreaterThan(pairs / 4);
  expect(statuses.get(200)).toBeGreaterThan(pairs / 10);
});
