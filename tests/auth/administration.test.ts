import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { doneOrBlocked, holdUp } from '#tests/support/servers/hold-up.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, type SeededPerson } from '#tests/support/servers/seed-company.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
import { codeOf, createFactorSource } from './factor-source.ts';

const MINUTE_MS = 60_000;
const ORIGIN = 'https://sales.example.test';
const clock = { time: Date.now(), now: () => new Date(clock.time) };
const api = apiWorld({ clock, publicUrl: ORIGIN });
let company: Company;
let owner: HttpClient;
let manager: HttpClient;
beforeEach(async () => {
  clock.time += 60 * MINUTE_MS;
  company = await api.company();
  owner = await api.signedIn(company.owner);
  manager = await api.signedIn(company.manager);
});

const isIn = async (client: HttpClient) => (await client.get('/employees/is-logged-in')).body.isLoggedIn;
const personOf = ({ employeeId }: SeededPerson) => ({ companyId: company.companyId, employeeId });
const withFactor = (of: SeededPerson) => createFactorSource(api, personOf(of)).added();
const factorsOf = (of: SeededPerson) => api.factors.factorsOf(personOf(of));
const NONE = { authenticator: false, passkeys: 0, recoveryCodes: 0 };
const login = (of: SeededPerson, client = api.client()) =>
  client.post('/login', { username: of.email, password: PASSWORD });

/** What the access history will tell of a person, the newest first. */
async function facts({ employeeId }: SeededPerson): Promise<string[]> {
  const { rows } = await api.pool.query<{ fact: string }>(
    'SELECT fact FROM access_notes WHERE employee_id = $1 ORDER BY at DESC, note_id DESC',
    [employeeId],
  );
  return rows.map(({ fact }) => fact);
}
async function subjects({ email }: SeededPerson): Promise<string[]> {
  const { rows } = await api.pool.query(
    `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1`,
    [email],
  );
  return rows.map(({ subject }) => subject);
}

describe('an administrator', { tags: ['asvs-7.4.5', 'asvs-6.4.4'] }, () => {
  it("ends another person's sessions, and a mail and the history tell", async () => {
    const person = await api.signedIn(company.associate);
    const path = `/employees/sessions-of/${company.associate.employeeId}`;
    expect(await manager.delete(path)).toMatchObject({ status: 200 });
    expect([await isIn(person), await isIn(manager)]).toEqual([false, true]);
    expect(await subjects(company.associate)).toContain('You were signed out everywhere: your Tallyboard');
    expect(await facts(company.associate)).toContain('sessions ended');
    expect((await login(company.associate)).body.isLoggedIn).toBe(true);
  });

  it('resets factors and passkeys after a proof of identity', async () => {
    const person = await api.signedIn(company.associate);
    await withFactor(company.associate);
    const { options } = (await person.post('/employees/passkeys/options')).body;
    await person.post('/employees/passkeys', { credential: createSoftwarePasskey(ORIGIN).create(options) });
    const path = `/employees/factors-of/${company.associate.employeeId}`;
    clock.time += 6 * MINUTE_MS;
    expect((await manager.delete(path)).body.error).toBe('confirmIdentity');
    expect(await factorsOf(company.associate)).toEqual({
      authenticator: true,
      passkeys: 1,
      recoveryCodes: 10,
    });
    await manager.post('/employees/confirm-identity', { password: PASSWORD });
    expect((await manager.delete(path)).status).toBe(200);
    expect(await factorsOf(company.associate)).toEqual(NONE);
    expect(await isIn(person)).toBe(false);
    expect(await subjects(company.associate)).toContain('Your second factor was reset: your Tallyboard');
    expect(await facts(company.associate)).toContain('factors reset');
    expect((await login(company.associate)).body.isLoggedIn).toBe(true);
  });

  it('leaves no session that a former passkey opened during the reset', async () => {
    const person = await api.signedIn(company.associate);
    await withFactor(company.associate);
    const passkey = createSoftwarePasskey(ORIGIN);
    const { options } = (await person.post('/employees/passkeys/options')).body;
    await person.post('/employees/passkeys', { credential: passkey.create(options) });
    const held = await holdUp(api.pool, { table: 'authenticators', event: 'DELETE', condition: 'true' });
    const reset = manager.delete(`/employees/factors-of/${company.associate.employeeId}`);
    await held.reached();
    const between = api.client();
    const credential = passkey.prove((await between.post('/login/passkey/options')).body.options);
    expect((await between.post('/login/passkey', { credential })).status).toBe(200);
    await held.release();
    expect((await reset).status).toBe(200);
    expect(await isIn(between)).toBe(false);
  });

  it('leaves no passkey that the person adds during the reset', async () => {
    const person = await api.signedIn(company.associate);
    await withFactor(company.associate);
    const { options } = (await person.post('/employees/passkeys/options')).body;
    const held = await holdUp(api.pool, { table: 'authenticators', event: 'DELETE', condition: 'true' });
    const reset = manager.delete(`/employees/factors-of/${company.associate.employeeId}`);
    await held.reached();
    const credential = createSoftwarePasskey(ORIGIN).create(options);
    const adding = person.post('/employees/passkeys', { credential });
    await doneOrBlocked(api.pool, adding);
    await held.release();
    expect((await reset).status).toBe(200);
    expect((await adding).body.error).toBe('passkeyNotAdded');
    expect(await factorsOf(company.associate)).toEqual(NONE);
  });

  it('leaves no session of a code that was used just before the reset', async () => {
    const { employeeId } = company.associate;
    const [code = ''] = await withFactor(company.associate);
    const between = api.client();
    expect((await login(company.associate, between)).body.isLoggedIn).toBe(false);
    const condition = `new.employee_id = '${employeeId}'`;
    const held = await holdUp(api.pool, { table: 'sessions', event: 'INSERT', condition });
    const entering = between.post('/login/second-step', { code });
    await held.reached();
    const reset = manager.delete(`/employees/factors-of/${employeeId}`);
    await doneOrBlocked(api.pool, reset);
    await held.release();
    await Promise.all([entering, reset]);
    expect(await isIn(between)).toBe(false);
  });

  it('ends sign-ins that wait for the reset factor', async () => {
    await withFactor(company.associate);
    const waiting = api.client();
    expect((await login(company.associate, waiting)).body.isLoggedIn).toBe(false);
    expect((await manager.delete(`/employees/factors-of/${company.associate.employeeId}`)).status).toBe(200);
    const code = { code: '123456' };
    expect((await waiting.post('/login/second-step', code)).body.error).toBe('secondStepEnded');
  });

  it('acts for associates as a manager, for everybody else as the super employee', async () => {
    await withFactor(company.manager);
    await withFactor(company.owner);
    const elsewhere = await api.signedIn((await api.company()).owner);
    for (const what of ['sessions-of', 'factors-of']) {
      const of = ({ employeeId }: SeededPerson) => `/employees/${what}/${employeeId}`;
      const refused = async (client: HttpClient, who: SeededPerson) =>
        (await client.delete(of(who))).body.error;
      expect(await refused(manager, company.owner)).toBe('restricted');
      expect(await refused(manager, company.manager)).toBe('ownInProfile');
      expect(await refused(owner, company.owner)).toBe('ownInProfile');
      expect(await refused(elsewhere, company.associate)).toBe('noSuchEmployee');
    }
    for (const what of ['sessions-of', 'factors-of'])
      expect((await owner.delete(`/employees/${what}/${company.manager.employeeId}`)).status).toBe(200);
    expect(await factorsOf(company.manager)).toEqual(NONE);
    expect((await factorsOf(company.owner)).authenticator).toBe(true);
  });
});

describe('a company that requires a second factor of managers', { tags: ['asvs-6.3.3'] }, () => {
  const rules = '/companies/account-rules';
  const require = () => owner.patch(rules, { managersFactor: 'true' });

  it('has a super employee with one, and the history tells of the rule', async () => {
    expect((await owner.get(rules)).body).toEqual({ ownPasswords: false, managersFactor: false });
    expect((await require()).body.error).toBe('noSecondFactor');
    await withFactor(company.owner);
    clock.time += 6 * MINUTE_MS;
    expect((await require()).body.error).toBe('confirmIdentity');
    await owner.post('/employees/confirm-identity', { password: PASSWORD });
    for (const _ of ['once', 'twice']) expect((await require()).status).toBe(200);
    await owner.patch(rules, { ownPasswords: 'true' });
    expect((await owner.get(rules)).body).toEqual({ ownPasswords: true, managersFactor: true });
    await owner.patch(rules, { managersFactor: 'false' });
    expect((await owner.get(rules)).body).toEqual({ ownPasswords: true, managersFactor: false });
    const ofRule = (await facts(company.owner)).filter((fact) => fact.includes('required'));
    expect(ofRule).toHaveLength(3);
    expect(new Set(ofRule)).toEqual(
      new Set(['factor required of managers', 'factor not required of managers', 'own passwords required']),
    );
    expect((await login(company.manager)).body.isLoggedIn).toBe(true);
  });

  it('has managers set one up at their next sign-in, before anything else answers', {
    tags: ['decision-10.6'],
  }, async () => {
    await withFactor(company.owner);
    expect((await require()).status).toBe(200);
    expect((await manager.get('/employees/getemployees/all')).status).toBe(200);
    const fresh = await api.signedIn(company.manager);
    const needed = { status: 403, body: { error: 'factorNeeded' } };
    for (const path of ['/employees/getemployees/all', '/audit/events', '/employees/sessions'])
      expect(await fresh.get(path)).toMatchObject(needed);
    expect(await fresh.post('/goals/addgoal', { name: 'Goal' })).toMatchObject(needed);
    expect((await fresh.get('/employees/getemployee')).body.factorNeeded).toBe(true);
    expect((await login(company.associate)).body.isLoggedIn).toBe(true);
    const { secret } = (await fresh.post('/employees/authenticator/options')).body;
    expect((await fresh.post('/employees/authenticator', { code: codeOf(secret, clock.now()) })).status).toBe(
      200,
    );
    expect((await fresh.get('/employees/getemployees/all')).status).toBe(200);
    expect((await fresh.get('/employees/getemployee')).body.factorNeeded).toBeUndefined();
    expect((await login(company.manager)).body.secondStep).toEqual({ code: true, passkey: false });
  });

  it('takes a passkey for one: the password alone signs in no more', async () => {
    const passkey = createSoftwarePasskey(ORIGIN);
    const { options } = (await manager.post('/employees/passkeys/options')).body;
    await manager.post('/employees/passkeys', { credential: passkey.create(options) });
    const [code = ''] = (await manager.post('/employees/recovery-codes')).body.recoveryCodes;
    expect((await login(company.manager)).body.isLoggedIn).toBe(true);
    await withFactor(company.owner);
    await require();
    const client = api.client();
    expect((await login(company.manager, client)).body.secondStep).toEqual({ code: false, passkey: true });
    expect((await client.post('/login/second-step', { code })).status).toBe(200);
    const other = api.client();
    const asked = (await other.post('/login/passkey/options')).body.options;
    expect((await other.post('/login/passkey', { credential: passkey.prove(asked) })).status).toBe(200);
    expect((await other.get('/employees/getemployees/all')).status).toBe(200);
  });

  it('asks a person only from the day on which they are a manager', async () => {
    await withFactor(company.owner);
    await require();
    const before = await api.signedIn(company.associate);
    expect((await before.get('/employees/getemployee')).body.factorNeeded).toBeUndefined();
    const role = { employeeRole: 'manager', campaignId: company.campaignId };
    const path = `/employees/editemployee/${company.associate.employeeId}`;
    expect((await owner.patch(path, role)).status).toBe(200);
    const fresh = await api.signedIn(company.associate);
    expect((await fresh.get('/employees/getemployee')).body.factorNeeded).toBe(true);
  });
});
