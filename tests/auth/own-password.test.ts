import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

const CHOSEN = 'Quiet.otter';

const api = apiWorld();
let company: Company;
let here: HttpClient;
beforeEach(async () => {
  company = await api.company();
  here = await api.signedIn(company.associate);
});

const change = (currentPassword: string, newPassword: string, browser = here) =>
  browser.patch('/employees/password', { currentPassword, newPassword });
const signIn = (password: string, email = company.associate.email) =>
  api.client().post('/login', { username: email, password });
const isIn = async (browser: HttpClient) => (await browser.get('/employees/is-logged-in')).body.isLoggedIn;

describe('a password that its owner changes while signed in', () => {
  it('needs the current one, ends the other sessions, and a mail tells', {
    tags: ['asvs-6.2.2', 'asvs-6.2.3', 'asvs-7.4.3'],
  }, async () => {
    const elsewhere = await api.signedIn(company.associate);
    const colleague = await api.signedIn(company.colleague);
    expect(await change('Not.the-one', CHOSEN)).toMatchObject({
      status: 403,
      body: { error: 'wrongPassword', message: 'Wrong password' },
    });
    expect(await isIn(elsewhere)).toBe(true);
    expect(await change(PASSWORD, CHOSEN)).toMatchObject({ status: 200 });
    expect([await isIn(here), await isIn(elsewhere), await isIn(colleague)]).toEqual([true, false, true]);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(CHOSEN)).status).toBe(200);
    expect((await signIn(PASSWORD, company.colleague.email)).status).toBe(200);
    const { rows } = await api.pool.query(
      `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1`,
      [company.associate.email],
    );
    expect(rows).toEqual([{ subject: 'Your Tallyboard password was changed' }]);
  });

  it.each([
    ['Ab.4567', 'tooShort'],
    ['no capital.', 'lacksCapLetter'],
    ['No symbol here', 'lacksSymbol'],
    ['Password1!', 'commonPassword'],
    ['Associate-1!', 'commonPassword'],
  ])('is refused by the first rule it breaks: %s', async (password, error) => {
    expect(await change(PASSWORD, password)).toMatchObject({ status: 400, body: { error } });
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('is changed by one of several requests at once', async () => {
    const replies = await Promise.all([1, 2, 3].map((at) => change(PASSWORD, `${CHOSEN}${at}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('cannot be guessed faster in an open session than at the sign-in', {
    tags: ['asvs-6.3.1'],
  }, async () => {
    for (let tries = 0; tries < 10; tries += 1)
      expect((await change(`Guess.${tries}`, CHOSEN)).body.error).toBe('wrongPassword');
    expect(await change(PASSWORD, CHOSEN)).toMatchObject({ status: 429, body: { error: 'tooManyRequests' } });
  });
});
