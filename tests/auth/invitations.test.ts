import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { formOf, registrant } from '#tests/registration/registration-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { followed, isSignedIn, linkTo } from './email-world.ts';
import { resetting } from './reset-world.ts';

const DAY = 24 * 3_600_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };
const FIRST = 'k3Jd82hQpz';
const OWN = 'Quiet.otter7';

const api = apiWorld({ clock });
let company: Company;
let manager: HttpClient;
let boss: HttpClient;
let email: string;
beforeEach(async () => {
  company = await api.company();
  [manager, boss] = [await api.signedIn(company.manager), await api.signedIn(company.owner)];
  email = `${newId()}@example.test`;
  await api.pool.query('DELETE FROM rate_limits');
});

const add = (by = manager, of = company, more: Record<string, string> = {}) =>
  by.post('/employees/addemployee', {
    ...{ firstName: 'Ada', lastName: 'Hill', username: email, employeeRole: 'sales associate' },
    ...{ password: FIRST, campaignId: of.campaignId, ...more },
  });
const idOf = (reply: Awaited<ReturnType<typeof add>>): string => reply.body.requestedData[0].id;
async function token(to = email): Promise<string> {
  await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
  return linkTo(api.pool, to, 'invite');
}
const accept = (said: Record<string, string>, browser = api.client()) =>
  browser.post('/employees/invitation', { tz: 'America/Toronto', ...said });
const signIn = (password: string, more: Record<string, string> = {}, browser = api.client()) =>
  browser.post('/login', { username: email, password, tz: 'America/Toronto', ...more });
const invited = async (by = manager) => (await by.get('/employees/invitations')).body.requestedData;
const own = async (browser: HttpClient) => (await browser.get('/employees/own-account')).body;

/** Another company, its manager signed in. */
async function elsewhere() {
  const other = await api.company();
  return { other, by: await api.signedIn(other.manager) };
}

describe('an invitation', () => {
  it('works once: the person sets a password, is signed in, and the email is proven', {
    tags: ['asvs-6.4.1'],
  }, async () => {
    const id = idOf(await add(manager, company, { password: '' }));
    expect(await invited()).toMatchObject([{ id, needs_email: false, invited_at: expect.any(String) }]);
    const link = await token();
    expect(await accept({ token: link, newPassword: 'short' })).toMatchObject({ status: 400 });
    const browser = api.client();
    expect(await accept({ token: link, newPassword: OWN }, browser)).toMatchObject({ status: 200 });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await own(browser)).toEqual({ first_password_ends_at: null, needs_email: false });
    expect((await signIn(OWN)).status).toBe(200);
    expect((await accept({ token: link, newPassword: 'Other.otter7' })).body.error).toBe('linkEnded');
    expect(await invited()).toEqual([]);
    expect(await manager.post(`/employees/invite/${id}`, {})).toMatchObject({
      status: 409,
      body: { error: 'invitationNotNeeded' },
    });
  });

  it('leads on without a password, for a passkey', async () => {
    await add();
    const former = api.client();
    await signIn(FIRST, {}, former);
    const browser = api.client();
    expect(await accept({ token: await token() }, browser)).toMatchObject({ status: 200 });
    expect([await isSignedIn(browser), await isSignedIn(former)]).toEqual([true, false]);
    expect((await signIn(FIRST)).status).toBe(401);
  });

  it('ends after seven days, and when it is sent again', async () => {
    const id = idOf(await add());
    const former = await token();
    clock.time += 1000;
    expect(await manager.post(`/employees/invite/${id}`, {})).toMatchObject({ status: 200 });
    expect((await accept({ token: former })).body.error).toBe('linkEnded');
    const link = await token();
    clock.time += 7 * DAY;
    expect((await accept({ token: link })).body.error).toBe('linkEnded');
  });

  it('ends the sessions of a first password, and works no more for a deleted person', async () => {
    const id = idOf(await add());
    const browser = api.client();
    await signIn(FIRST, {}, browser);
    expect(await accept({ token: await token(), newPassword: OWN })).toMatchObject({ status: 200 });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn(FIRST)).status).toBe(401);

    const second = `${newId()}@example.test`;
    await add(manager, company, { username: second });
    const link = await token(second);
    const { rows } = await api.pool.query('SELECT employee_id AS id FROM emails WHERE email = $1', [second]);
    await manager.delete(`/employees/delete/${rows[0].id}`);
    expect((await accept({ token: link })).body.error).toBe('linkEnded');
    expect(id).not.toBe(rows[0].id);
  });

  it('works no more when the person has another email by now', async () => {
    const id = idOf(await add());
    const link = await token();
    const other = `${newId()}@example.test`;
    const edit = { employeeRole: 'sales associate', campaignId: company.campaignId, username: other };
    expect((await manager.patch(`/employees/editemployee/${id}`, edit)).status).toBe(200);
    expect((await followed(api, 'prove', await linkTo(api.pool, other, 'prove'))).status).toBe(200);
    expect((await accept({ token: link, newPassword: OWN })).body.error).toBe('linkEnded');
    expect((await signIn(OWN)).status).toBe(401);
  });

  it('is mailed five times a day to one address', async () => {
    const id = idOf(await add());
    const statuses = [];
    for (let times = 0; times < 5; times += 1)
      statuses.push((await manager.post(`/employees/invite/${id}`, {})).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('an email that another company entered', () => {
  it('is added with the same answer, signs in at once, and goes to the first person with a proof', {
    tags: ['decision-3.6'],
  }, async () => {
    const { other, by } = await elsewhere();
    const squatted = await add(by, other, { password: 'x9Kd02hQmm' });
    clock.time += 1000;
    const added = await add();
    expect([squatted.status, added.status]).toEqual([200, 200]);
    const squatter = api.client();
    expect((await signIn('x9Kd02hQmm', {}, squatter)).status).toBe(200);
    expect((await signIn(FIRST)).status).toBe(200);
    // The invitation that was mailed last is that of the own company.
    expect(await accept({ token: await token(), newPassword: OWN })).toMatchObject({ status: 200 });
    expect((await own(squatter)).needs_email).toBe(true);
    expect(await invited(by)).toMatchObject([{ id: idOf(squatted), needs_email: true }]);
    expect(await invited()).toEqual([]);
    expect((await resetting(api.client(), api.pool).whole(email)).status).toBe(200);
    expect((await signIn(OWN)).status).toBe(401);
  });

  it('registers a company, whose registrant then has it alone', {
    tags: ['decision-9.27', 'decision-3.6'],
  }, async () => {
    const { other, by } = await elsewhere();
    await add(by, other);
    const squatter = api.client();
    await signIn(FIRST, {}, squatter);
    const me = registrant(api.client(), api.pool);
    expect((await me.register(formOf({ email }))).body.status).toBe('registered');
    expect((await me.prove(email)).body.next).toBe('card');
    expect((await own(squatter)).needs_email).toBe(true);
    const third = registrant(api.client(), api.pool);
    expect((await third.register(formOf({ email }))).body.employeeExists).toBe(true);
  });

  it('is answered alike for known and unknown addresses, proven or not', async () => {
    const { other, by } = await elsewhere();
    const known = await add(by, other, { username: company.associate.email });
    const unknown = await add(by, other);
    const shape = ({ status, body }: typeof known) => ({
      status,
      keys: Object.keys(body),
      message: body.message,
    });
    expect(shape(known)).toEqual(shape(unknown));
    const edit = { employeeRole: 'sales associate', campaignId: other.campaignId };
    const moved = await by.patch(`/employees/editemployee/${idOf(unknown)}`, {
      ...edit,
      username: company.colleague.email,
    });
    expect(moved).toMatchObject({ status: 200 });
    const lists = await invited(by);
    expect(lists.map(({ needs_email }: { needs_email: boolean }) => needs_email)).toEqual([false, false]);
    expect((await add(by, other)).body.error, 'within the company').toBe('emailTaken');
    const link = await token(company.associate.email);
    expect(await accept({ token: link, newPassword: OWN })).toMatchObject({
      status: 409,
      body: { error: 'emailTaken' },
    });
  });

  it('is free again when the company that proved it has ended', async () => {
    const { other, by } = await elsewhere();
    await add(by, other);
    expect((await accept({ token: await token(), newPassword: OWN })).status).toBe(200);
    const me = registrant(api.client(), api.pool);
    expect((await me.register(formOf({ email }))).body.status).toBe('exists');
    const ender = await api.signedIn(other.owner);
    expect((await ender.delete('/companies/cancel-subscription')).status).toBe(200);
    expect((await me.register(formOf({ email }))).body.status).toBe('registered');
    expect((await me.prove(email)).body.next).toBe('card');
  });
});

describe('a first password', () => {
  it('signs in at once, is said to be one, and ends after 14 days', {
    tags: ['asvs-6.4.1', 'decision-4.4', 'decision-4.6'],
  }, async () => {
    await add();
    const browser = api.client();
    expect((await signIn(FIRST, {}, browser)).status).toBe(200);
    const ends = new Date(clock.time + 14 * DAY).toISOString();
    expect(await own(browser)).toEqual({ first_password_ends_at: ends, needs_email: false });
    clock.time += 14 * DAY - 1000;
    expect((await signIn(FIRST)).status).toBe(200);
    clock.time += 1000;
    expect(await signIn(FIRST)).toMatchObject({ status: 401, body: { error: 'firstPasswordEnded' } });
    expect((await signIn('wrong one')).body.error).toBe('failedLogin');
    expect((await resetting(api.client(), api.pool).whole(email)).status).toBe(200);
  });

  it('is one no more once the person has changed it', async () => {
    await add();
    const browser = api.client();
    await signIn(FIRST, {}, browser);
    const change = { currentPassword: FIRST, newPassword: OWN };
    expect((await browser.patch('/employees/password', change)).status).toBe(200);
    expect((await own(browser)).first_password_ends_at).toBeNull();
    clock.time += 15 * DAY;
    expect((await signIn(OWN)).status).toBe(200);
  });

  it('is changed at the first sign-in where the super employee requires it', {
    tags: ['decision-4.7'],
  }, async () => {
    const rules = '/companies/account-rules';
    const rule = { ownPasswords: 'true' };
    expect((await manager.patch(rules, rule)).status).toBe(403);
    expect((await boss.patch(rules, rule)).status).toBe(200);
    await add();
    expect(await signIn(FIRST)).toMatchObject({ status: 403, body: { error: 'ownPasswordRequired' } });
    expect((await signIn(FIRST, { newPassword: 'Ada.Hill1' })).body.error).toBe('commonPassword');
    const browser = api.client();
    expect((await signIn(FIRST, { newPassword: OWN }, browser)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect([(await signIn(FIRST)).status, (await signIn(OWN)).status]).toEqual([401, 200]);
  });
});
