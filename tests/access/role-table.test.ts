import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessRole, RouteName } from '#contracts/endpoints/access-table.ts';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { statusOf } from '#platform/http/respond.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';
import { type Belongings, belongingsOf, goalOf } from './belongings.ts';
import { examples, refusalOf, urlOf } from './examples.ts';
import { type ExpectedAccess, expectedAccess, refusalOfRole } from './expected-access.ts';
import { placesOf } from './swaps.ts';

const ROLES: readonly AccessRole[] = ['nobody', 'associate', 'manager', 'super employee'];
const WHOSE = ['own', "a colleague's", "another company's"] as const;
type Whose = (typeof WHOSE)[number];

type Party = {
  readonly company: SeededCompany;
  readonly goalId: string;
  /** One session for each role, except for calls that end sessions. */
  readonly clients: Readonly<Record<AccessRole, HttpClient>>;
};

let program: TestProgram;
let active: Party;
let inactive: Party;
let stranger: Party;

beforeAll(async () => {
  program = await startTestProgram({ clock: stoppedClock() });
  active = await party();
  stranger = await party();
  inactive = await party({ isActive: false });
});
afterAll(() => program.stop());

async function party({ isActive = true } = {}): Promise<Party> {
  const company = await program.seedCompany({ associates: 3 });
  const goalId = await goalOf(program.core, company.companyId);
  if (!isActive) await cancelSubscription(company);
  const clients = {
    nobody: program.client(),
    associate: await program.signIn(emailOf(company, 'associate')),
    manager: await program.signIn(emailOf(company, 'manager')),
    'super employee': await program.signIn(emailOf(company, 'super employee')),
  };
  // A colleague has a shift of today, too.
  await program.signIn(company.associates[1]?.email ?? '');
  return { company, goalId, clients };
}

async function cancelSubscription({ companyId }: SeededCompany): Promise<void> {
  const ctx = contextOf(companyId, { now: program.core.clock.now().toISOString() });
  const ended = await program.core.commands.subscriptions.cancelSubscription(ctx, { refundCents: 0 });
  expect(ended.ok && (await program.progress.waitFor(ended.position, MAX_WAIT_MS))).toBe(true);
}

function personOf({ owner, managers, associates }: SeededCompany, role: AccessRole) {
  const person = role === 'super employee' ? owner : role === 'manager' ? managers[0] : associates[0];
  if (!person) throw new Error('a company without people');
  return person;
}

function emailOf(company: SeededCompany, role: AccessRole): string {
  return personOf(company, role).email;
}

/** The things that a sender of that role names in that company: their own, or a colleague's. */
function thingsOf({ company, goalId }: Party, role: AccessRole, isColleagues = false): Belongings {
  const person = isColleagues ? company.associates[1] : personOf(company, role);
  if (!person) throw new Error('a company without colleagues');
  return belongingsOf(
    {
      ...program.core,
      waitForReads: (position) => program.progress.waitFor(position, MAX_WAIT_MS),
      origin: program.url.replace('127.0.0.1', 'localhost'),
    },
    {
      companyId: company.companyId,
      goalId,
      employeeId: person.employeeId,
      email: person.email,
      managerId: company.managers[0]?.employeeId ?? '',
      campaignId: company.campaigns[0]?.campaignId ?? '',
    },
  );
}

/** The answer by the matrix that was written by hand: null for 200. */
function expected(name: RouteName, role: AccessRole, whose: Whose, isActive: boolean): MessageCode | null {
  const { [role]: right, inactive } = accessOf(name);
  const { foreign, colleagues } = examples[name];
  if (isPublic(name)) return null;
  if (role === 'nobody') return 'notLoggedIn';
  if (!isActive && inactive === '402') return 'subscriptionInactive';
  if (right === 'no' || (right === 'self' && whose !== 'own')) return refusalOfRole(name);
  if (whose === "another company's") return foreign ? refusalOf(foreign, role) : null;
  if (whose === "a colleague's" && right === 'own') return colleagues ?? null;
  return null;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as RouteName;

function accessOf(name: RouteName): ExpectedAccess {
  const access = expectedAccess.get(name);
  if (!access) throw new Error(`${name} has no line in the matrix of expected access`);
  return access;
}

const isPublic = (name: RouteName) => accessOf(name).nobody === 'all';

/** A request without ids is the same for every owner. */
function namesSomething(name: RouteName): boolean {
  const { foreign, colleagues } = examples[name];
  return (
    isPublic(name) || accessOf(name).associate === 'self' || foreign !== undefined || colleagues !== undefined
  );
}

const SIGNS_IN: readonly string[] = [
  ...['/login', '/login/passkey', '/login/second-step', '/registration/login-after-registration'],
  '/employees/invitation',
];

/** Calls after which a company is no longer active, or no longer inactive: each test of them has its own. */
const CHANGES_SUBSCRIPTION: readonly string[] = [
  'POST /companies/save-subscription',
  'DELETE /companies/cancel-subscription',
];

/** Calls that sign in or out must not touch the sessions of the others. */
async function clientFor(endpoint: Endpoint, role: AccessRole, party: Party): Promise<HttpClient> {
  if (SIGNS_IN.includes(endpoint.path)) return program.client();
  if (endpoint.path === '/logout' && role !== 'nobody') {
    // The person may have set up one before.
    await program.core.database.owner.query('DELETE FROM authenticators');
    return program.signIn(emailOf(party.company, role));
  }
  return party.clients[role];
}

describe.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const names = namesSomething(name);
    const combinations = ROLES.flatMap((role) =>
      (names ? WHOSE : WHOSE.slice(0, 1)).map((whose) => ({ role, whose })),
    );
    it.each(combinations)(
      'of $role, with $whose ids',
      {
        tags: [
          'asvs-7.2.1',
          'asvs-8.2.1',
          'asvs-8.3.1',
          'spec-6.5',
          'spec-6.6',
          'decision-6.1',
          'decision-6.3',
          'decision-6.4',
          'decision-9.7',
          'decision-9.8',
          'decision-9.10',
          'decision-9.26',
        ],
      },
      async ({ role, whose }) => {
        const isChanging = CHANGES_SUBSCRIPTION.includes(name);
        for (const isActive of [true, false]) {
          const home = isChanging ? await party({ isActive }) : isActive ? active : inactive;
          const things = thingsOf(
            whose === "another company's" ? stranger : home,
            role,
            whose === "a colleague's",
          );
          const sent = await examples[name].of(things);
          if (!names) expect(placesOf(sent), 'its example names the refusal for other roles').toEqual([]);
          // Other tests cover the rate limits.
          if (isPublic(name)) await program.core.database.owner.query('DELETE FROM rate_limits');
          const client = await clientFor(endpoint, role, home);
          for (const [cookie, value] of Object.entries(sent.cookies ?? {})) client.cookies.set(cookie, value);
          const url = `/api${urlOf(endpoint.path, sent)}`;
          const reply = await client.send(endpoint.method, url, sent.body);
          const code = expected(name, role, whose, isActive);
          const actual = { status: reply.status, ...(reply.status === 200 ? {} : reply.body) };
          expect(actual, isActive ? 'active' : 'inactive').toEqual(
            code === null
              ? { status: 200 }
              : { status: statusOf(code), error: code, message: messages[code] },
          );
        }
      },
    );
  },
);

it('every route has an example', { tags: ['reliability-40', 'asvs-6.3.4', 'spec-6.6'] }, () => {
  expect(allEndpoints.map(nameOf).filter((name) => !Object.hasOwn(examples, name))).toEqual([]);
});
