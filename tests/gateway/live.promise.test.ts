import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { expectRatio, requestAndNotifyMs, shortestOf } from '#tests/support/promised.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { seedCrowd } from './crowd.ts';
import type { Dashboard } from './dashboard.ts';
import { dashboardOf, eventually, fillBuffers, readyDashboard, recordSale, wireOf } from './live-world.ts';

let program: TestProgram;
/** A process with sockets and requests, which learns everything from the first one. */
let other: Program;
let company: SeededCompany;
let manager: HttpClient;
let baseline: { name: string; ms: number };
beforeAll(async () => {
  program = await startTestProgram();
  other = await startAnother(program, { roles: new Set(['api', 'gateway'] as const) });
  company = await program.seedCompany({ associates: 12 });
  manager = await program.signIn(company.managers[0]?.email ?? '');
  baseline = { name: 'a bare request and a NOTIFY', ms: await requestAndNotifyMs(program) };
});
afterAll(async () => {
  await other.stop();
  await program.stop();
});

/** Resolves with the message that makes the check true, without polling. */
function heard({ socket }: Dashboard, check: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => check() && resolve();
    for (const event of ['change', 'snapshot', 'disconnect'] as const) socket.on(event, look);
    look();
  });
}

const elsewhere = (person: HttpClient) => {
  const client = createHttpClient(other.url);
  for (const [name, value] of person.cookies) client.cookies.set(name, value);
  return client;
};

/** The time of a sale by each of these people, from the request to the row on the dashboard; the shortest. */
async function saleToRow(dashboard: Dashboard, sellers: readonly HttpClient[]): Promise<number> {
  const left = [...sellers];
  return shortestOf(left.length, async () => {
    const seller = left.pop() as HttpClient;
    const total = () =>
      [...(dashboard.board()?.rows.values() ?? [])].reduce((sum, { sales }) => sum + sales, 0);
    const before = total();
    const shown = heard(dashboard, () => total() > before);
    await Promise.all([recordSale(seller, company), shown]);
  });
}

it('a sale is on the dashboard of another process in 25 times a request and a NOTIFY', async () => {
  const dashboard = await readyDashboard(other, elsewhere(manager));
  const sellers = await Promise.all(company.associates.map(({ email }) => program.signIn(email)));
  await saleToRow(dashboard, sellers);
  const ms = await saleToRow(dashboard, sellers);
  expectRatio(25, { name: 'sale to row', ms }, baseline);
});

it('a client that does not read delays a sale for others at most 3 times', async () => {
  const dashboard = await readyDashboard(program, manager);
  const slow = await readyDashboard(program, manager);
  const sellers = await Promise.all(company.associates.map(({ email }) => program.signIn(email)));
  // Long rows: a few of them fill the operating system's buffer for a socket.
  await seedCrowd(program, company, 200, 'x'.repeat(250));
  await saleToRow(dashboard, sellers);
  const alone = { name: 'with a client that reads', ms: await saleToRow(dashboard, sellers) };
  wireOf(slow).pause();
  await fillBuffers(program);
  // The boards that were published until then are still being read.
  await saleToRow(dashboard, sellers);
  const ms = await saleToRow(dashboard, sellers);
  wireOf(slow).resume();
  expectRatio(3, { name: 'sale to row beside a client that does not read', ms }, alone);
});

/** People of a company of their own, each with a session and a dashboard in both processes, and its owner. */
async function peopleInBoth() {
  const theirs = await program.seedCompany({ associates: 3 });
  const owner = await program.signIn(theirs.owner.email);
  const people = await Promise.all(
    theirs.associates.map(async ({ email, employeeId }) => {
      const here = await program.signIn(email);
      const clients = [here, elsewhere(here)] as const;
      const dashboards = [dashboardOf(program, here), dashboardOf(other, clients[1])];
      for (const dashboard of dashboards) await eventually(() => expect(dashboard.board()).not.toBeNull());
      return { email, employeeId, clients, dashboards };
    }),
  );
  return { owner, people, campaignId: theirs.campaigns[0]?.campaignId ?? '' };
}
type Person = Awaited<ReturnType<typeof peopleInBoth>>['people'][number];

/** The shortest time from a change until each socket and each request of the person shows it. */
function untilInForce(
  people: Person[],
  change: (person: Person) => Promise<{ status: number }>,
  is: { isShown: (dashboard: Dashboard) => boolean; path: string; status: number },
): Promise<number> {
  return shortestOf(people.length, async () => {
    const person = people.pop() as Person;
    const shown = person.dashboards.map((dashboard) => heard(dashboard, () => is.isShown(dashboard)));
    expect((await change(person)).status).toBe(200);
    await Promise.all(shown);
    for (const client of person.clients)
      await expect.poll(async () => (await client.get(is.path)).status, { interval: 1 }).toBe(is.status);
  });
}
const SIGNED_OUT = {
  isShown: ({ socket }: Dashboard) => socket.disconnected,
  path: '/api/employees/getemployee',
  status: 401,
};

it('deleted employees lose their sockets and requests in every process in 200 times that', async () => {
  const { owner, people } = await peopleInBoth();
  const ms = await untilInForce(
    people,
    ({ employeeId }) => owner.delete(`/api/employees/delete/${employeeId}`),
    SIGNED_OUT,
  );
  expectRatio(200, { name: 'deletion to the last refusal', ms }, baseline);
});

it('revoked sessions lose their sockets and requests in every process in 200 times that', {
  tags: ['reliability-37'],
}, async () => {
  const { people } = await peopleInBoth();
  const phones = new Map<Person, HttpClient>();
  for (const person of people) phones.set(person, await program.signIn(person.email));
  const ms = await untilInForce(
    people,
    async (person) => (phones.get(person) as HttpClient).delete('/api/employees/sessions'),
    SIGNED_OUT,
  );
  expectRatio(200, { name: 'revocation to the last refusal', ms }, baseline);
});

it('a new role is in force for sockets and requests in every process in 500 times that', {
  tags: ['reliability-44'],
}, async () => {
  const { owner, people, campaignId } = await peopleInBoth();
  const ms = await untilInForce(
    people,
    ({ employeeId }) =>
      owner.patch(`/api/employees/editemployee/${employeeId}`, { employeeRole: 'manager', campaignId }),
    { isShown: ({ news }) => news() !== null, path: '/api/employees/getemployees/all', status: 200 },
  );
  expectRatio(500, { name: 'new role to the last answer', ms }, baseline);
});
