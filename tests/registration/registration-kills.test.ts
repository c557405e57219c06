import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { killAtEachStep } from '#tests/support/servers/kill-at-each-step.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import {
  openRegistrations,
  REGISTRANTS_PASSWORD,
  type RegistrationOrder,
  type RegistrationsWorld,
} from './registrations.ts';

let database: TestDatabase;
/** Processes of right now, and of six minutes later, when an unfinished change counts as abandoned. */
let now: RegistrationsWorld;
let later: RegistrationsWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  now = openRegistrations(database.url);
  later = openRegistrations(database.url, { now: () => new Date(Date.now() + 6 * 60_000) });
});
afterAll(async () => {
  await now.close();
  await later.close();
  await database.drop();
});

function orderOf(what: RegistrationOrder['what']): RegistrationOrder {
  const id = newId();
  return { what, email: `${id}@example.test`, companyName: `Company ${id}`, commandId: newId() };
}

const toProve = async (): Promise<RegistrationOrder> => {
  const order = orderOf('register');
  await done(now.run(order));
  return { ...order, what: 'prove' };
};

const atEachStep = (
  prepare: () => Promise<RegistrationOrder>,
  look: (order: RegistrationOrder) => Promise<void>,
) => killAtEachStep({ open: openRegistrations, url: database.url }, prepare, look);

/** The company that signing in with that email leads to, as by `POST /login`; null when it is refused. */
async function signIn(email: string): Promise<string | null> {
  const account = await now.accounts.verify(email, REGISTRANTS_PASSWORD);
  if (!account) return null;
  const ctx = contextOf(account.companyId, { actorId: account.employeeId });
  const shift = await now.commands.shifts.login(ctx, { employeeId: account.employeeId, timeZone: 'UTC' });
  return shift.ok ? account.companyId : null;
}

async function expectArrived(email: string): Promise<void> {
  const companyId = await signIn(email);
  expect(companyId).not.toBeNull();
  expect(await now.commands.companies.companyOf(companyId ?? '')).toMatchObject({ kind: 'verified' });
}

/** Registers with that email and proves it. */
async function arrives(world: RegistrationsWorld, email: string): Promise<'arrived' | 'exists'> {
  const order = { ...orderOf('register'), email };
  const registered = await done(world.run(order));
  if (!('kind' in registered) || registered.kind === 'exists') return 'exists';
  const { companyId } = registered;
  const token = await world.registration.tickets.registered({ companyId, email });
  await done(world.registration.proof.prove(contextOf('registration'), email, token));
  await expectArrived(email);
  return 'arrived';
}

describe('a registration killed at any step', () => {
  it('is completed by a repetition, and its email can be proven', async () => {
    const { killed } = await atEachStep(
      async () => orderOf('register'),
      async (order) => {
        expect(await signIn(order.email)).toBeNull();
        await done(now.run(order));
        await done(now.run({ ...order, what: 'prove' }));
        await expectArrived(order.email);
      },
    );
    expect(killed).toBeGreaterThan(3);
  });

  it('does not block other registrations', async () => {
    await atEachStep(
      async () => orderOf('register'),
      async ({ email }) => {
        expect(await arrives(now, email)).toBe('arrived');
      },
    );
  });
});

describe('a proof killed at any step', () => {
  it('gives no access to an unverified company, and is completed by another proof of the email', async () => {
    let arrived = 0;
    const { killed } = await atEachStep(toProve, async (order) => {
      const companyId = await signIn(order.email);
      if (companyId !== null) {
        arrived += 1;
        await expectArrived(order.email);
      }
      await done(now.run(order));
      await expectArrived(order.email);
    });
    expect(killed).toBeGreaterThan(8);
    // Some kills came before the employee was added and some after.
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(killed);
  });

  it('leaves the email to a later proof if there was no sign-in', async () => {
    await atEachStep(toProve, async ({ email }) => {
      const companyId = await signIn(email);
      expect(await arrives(later, email)).toBe(companyId === null ? 'arrived' : 'exists');
    });
  });
});
