import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { cheapHash } from '#tests/support/servers/cheap-password.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type AccountWorld, openAccounts } from './account-world.ts';

let database: TestDatabase;
/** Two processes. */
let worlds: [AccountWorld, AccountWorld];
beforeAll(async () => {
  database = await createTestDatabase();
  worlds = [openAccounts(database.url), openAccounts(database.url)];
});
afterAll(async () => {
  for (const world of worlds) await world.close();
  await database.drop();
});

const newEmail = () => `${newId()}@example.test`;

/** A person whom a company added with this email, and their first password. */
async function addedBy(world: AccountWorld, email: string) {
  const { companyId, campaigns } = await seedCompany(
    { ...world, clock: systemClock },
    { managers: 0, associates: 0 },
  );
  const person = { companyId, employeeId: newId() };
  const password = `first of ${person.employeeId}`;
  const hashed = cheapHash(password);
  const facts = { ...person, email, role: 'sales associate', firstName: 'Ada', lastName: 'L' };
  const input = { ...facts, campaignId: campaigns[0]?.campaignId ?? '' };
  const outcome = await world.accounts.admit(person, null, (claim) =>
    world.commands.employees.addEmployee(contextOf(companyId), input, claim),
  );
  await world.accounts.setPasswordHash(person, hashed);
  return { person, password, outcome, again: { ...input, employeeId: newId() } };
}

const prove = (world: AccountWorld, person: { companyId: string; employeeId: string }, email: string) =>
  world.accounts.move(person, async (claim) =>
    (await claim(email))
      ? { ok: true, position: 0, value: null }
      : { ok: false, code: 'emailTaken' as const },
  );

const holders = async (email: string) => {
  const { rows } = await database.pool.query<{ id: string; proven: boolean; lost: boolean }>(
    `SELECT employee_id AS id, proven_at IS NOT NULL AS proven, false AS lost FROM emails WHERE email = $1
     UNION ALL SELECT employee_id, false, lost_at IS NOT NULL FROM waiting_emails WHERE email = $1`,
    [email],
  );
  return rows;
};

describe('an email that employees of several companies have', () => {
  it('signs each of them in with their own password, until one proves it and after', async () => {
    const email = newEmail();
    const [one, two] = [await addedBy(worlds[0], email), await addedBy(worlds[1], email)];
    expect([one.outcome.ok, two.outcome.ok]).toEqual([true, true]);
    const both = async () => {
      for (const { person, password } of [one, two])
        expect(await worlds[0].accounts.verify(email, password)).toMatchObject(person);
      expect(await worlds[0].accounts.verify(email, 'of neither')).toBeNull();
    };
    await both();
    expect((await prove(worlds[1], two.person, email)).ok).toBe(true);
    expect(await holders(email)).toEqual([
      { id: two.person.employeeId, proven: true, lost: false },
      { id: one.person.employeeId, proven: false, lost: true },
    ]);
    await both();
    expect(await prove(worlds[0], one.person, email)).toMatchObject({ code: 'emailTaken' });
    expect((await worlds[0].accounts.byEmail(email))?.employeeId).toBe(two.person.employeeId);
  });

  it('compares the passwords of the first five', async () => {
    const email = newEmail();
    const all = [];
    for (let count = 0; count < 6; count += 1) all.push(await addedBy(worlds[0], email));
    const found = await Promise.all(all.map(({ password }) => worlds[0].accounts.verify(email, password)));
    expect(found.map((one) => one?.employeeId)).toEqual(
      all.map(({ person }, at) => (at < 5 ? person.employeeId : undefined)),
    );
  });

  it('belongs to one of sixteen who prove it at the same moment', { tags: ['decision-3.5'] }, async () => {
    const email = newEmail();
    const people = [];
    for (let count = 0; count < 16; count += 1)
      people.push((await addedBy(worlds[count % 2] as AccountWorld, email)).person);
    const outcomes = await Promise.all(
      people.map((person, at) => prove(worlds[at % 2] as AccountWorld, person, email)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const proven = (await holders(email)).filter((each) => each.proven);
    expect(proven.map(({ id }) => id)).toEqual([people[outcomes.findIndex(({ ok }) => ok)]?.employeeId]);
    expect(await holders(email)).toHaveLength(16);
  });

  it('belongs to one employee of a company, however often it is added there', async () => {
    const email = newEmail();
    await addedBy(worlds[0], email);
    const { again } = await addedBy(worlds[0], email);
    const { companyId } = again;
    const outcomes = await Promise.all(
      worlds.map((world) => {
        const person = { companyId, employeeId: newId() };
        return world.accounts.admit(person, null, (claim) =>
          world.commands.employees.addEmployee(contextOf(companyId), { ...again, ...person }, claim),
        );
      }),
    );
    expect(outcomes).toMatchObject([{ code: 'emailTaken' }, { code: 'emailTaken' }]);
    expect(await holders(email)).toHaveLength(2);
  });

  it('goes to the employee that has waited longest when the first leaves', async () => {
    const email = newEmail();
    const [one, two] = [await addedBy(worlds[0], email), await addedBy(worlds[0], email)];
    await addedBy(worlds[1], email);
    const { companyId } = one.person;
    await worlds[0].accounts.dismiss(one.person, () =>
      worlds[0].commands.employees.deleteEmployee(contextOf(companyId), one.person),
    );
    expect(await worlds[0].accounts.verify(email, one.password)).toBeNull();
    await worlds[1].accounts.settleAbandoned(new AbortController().signal);
    expect(await worlds[0].accounts.verify(email, two.password)).toMatchObject(two.person);
    const { rows } = await database.pool.query('SELECT employee_id FROM emails WHERE email = $1', [email]);
    expect(rows).toEqual([{ employee_id: two.person.employeeId }]);
  });

  it('is taken over from a company that has ended, also when it was proven there', async () => {
    const email = newEmail();
    const [one, two] = [await addedBy(worlds[0], email), await addedBy(worlds[0], email)];
    await prove(worlds[0], one.person, email);
    expect((await prove(worlds[0], two.person, email)).ok).toBe(false);
    await worlds[0].commands.companies.terminateCompany(contextOf(one.person.companyId));
    expect((await prove(worlds[0], two.person, email)).ok).toBe(true);
  });
});
