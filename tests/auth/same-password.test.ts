import { beforeEach, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { linkTo } from './email-world.ts';
import { resetting } from './reset-world.ts';

const FIRST = 'Quiet.otter7';
const SAME = { status: 400, body: { error: 'samePassword' } };
const api = apiWorld();
let company: Company;
let email: string;
beforeEach(async () => {
  company = await api.company();
  email = `${newId()}@example.test`;
  const manager = await api.signedIn(company.manager);
  const names = { firstName: 'Ada', lastName: 'Hill', employeeRole: 'sales associate' };
  const form = { ...names, username: email, password: FIRST, campaignId: company.campaignId };
  expect((await manager.post('/employees/addemployee', form)).status).toBe(200);
  await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
});

const login = (more: Record<string, string> = {}, browser = api.client()) =>
  browser.post('/login', { username: email, password: FIRST, ...more });

it('a first password is not replaced by itself while signed in', async () => {
  const browser = api.client();
  await login({}, browser);
  const change = (newPassword: string) =>
    browser.patch('/employees/password', { currentPassword: FIRST, newPassword });
  expect(await change(FIRST)).toMatchObject(SAME);
  expect((await browser.get('/employees/own-account')).body.first_password_ends_at).not.toBeNull();
  expect((await change('Other.otter7')).status).toBe(200);
});

it('nor at a sign-in that needs another', async () => {
  await api.rules.set(company.companyId, { ownPasswords: true });
  expect(await login({ newPassword: FIRST })).toMatchObject(SAME);
  expect((await login({ newPassword: 'Other.otter7' })).status).toBe(200);
});

it('nor by a reset or an invitation', async () => {
  expect(await resetting(api.client(), api.pool).whole(email, FIRST)).toMatchObject(SAME);
  const token = await linkTo(api.pool, email, 'invite');
  const accept = (newPassword: string) =>
    api.client().post('/employees/invitation', { token, tz: 'UTC', newPassword });
  expect(await accept(FIRST)).toMatchObject(SAME);
  expect((await accept('Other.otter7')).status).toBe(200);
});

it('an own password may be chosen again', async () => {
  const browser = await api.signedIn(company.associate);
  const change = { currentPassword: PASSWORD, newPassword: PASSWORD };
  expect((await browser.patch('/employees/password', change)).status).toBe(200);
});
