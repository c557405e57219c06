import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/local-date.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

const BEGIN = Date.parse('2026-11-27T15:20:00.000Z');
const clock = { time: BEGIN, now: () => new Date(clock.time) };
const api = apiWorld({ clock, trustProxy: 1 });
let company: Company;
beforeEach(async () => {
  clock.time = BEGIN;
  company = await api.company();
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signIn(address: string, browser = api.client()) {
  const login = { username: company.associate.email, password: PASSWORD, tz: 'America/Toronto' };
  const headers = { 'x-forwarded-for': address, 'user-agent': FIREFOX };
  expect((await browser.post('/login', login, headers)).status).toBe(200);
  return browser;
}

async function mails(): Promise<string[]> {
  const { rows } = await api.pool.query<{ text: string }>(
    `SELECT content->>'text' AS text FROM mail_outbox
      WHERE id LIKE 'new device %' AND content->'to'->>'address' = $1 ORDER BY posted_at`,
    [company.associate.email],
  );
  return rows.map(({ text }) => text);
}

it('a sign-in with a new device from a new network is mailed once a day, with what to do', async () => {
  const office = await signIn('198.51.100.1');
  clock.time += 2 * DAY_MS;
  await signIn('203.0.113.7');
  await signIn('203.0.113.7');
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  for (const said of ['Firefox on Windows', '203.0.113.7', 'November 29, 2026', 'reset your password'])
    expect(mail).toContain(said);
  // Its own device elsewhere, and another device in its own network.
  await signIn('203.0.113.99', office);
  await signIn('198.51.100.1');
  expect(await mails()).toHaveLength(1);
});

it('the first sign-in of a person is mailed to none, nor one on the first day of the company', async () => {
  await signIn('198.51.100.1');
  await signIn('203.0.113.7');
  clock.time += DAY_MS - 1;
  await signIn('203.0.113.8');
  expect(await mails()).toEqual([]);
  clock.time += 60 * DAY_MS;
  company = { ...company, associate: company.colleague };
  await signIn('203.0.113.9');
  expect(await mails()).toEqual([]);
});

it('tries that fail are mailed to none', async () => {
  await signIn('198.51.100.1');
  clock.time += 2 * DAY_MS;
  const login = { username: company.associate.email, password: 'Wrong-pass1' };
  expect((await api.client().post('/login', login, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
  expect(await mails()).toEqual([]);
});
