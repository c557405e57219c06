import { beforeAll, describe, expect, it } from 'vitest';
import { rejected } from '#contracts/result.ts';
import { systemScheduler } from '#platform/clock.ts';
import type { Answer } from '#platform/http/call.ts';
import { createPostgresIdempotencyKeys } from '#platform/http/idempotency-keys.postgres.ts';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
let associate: HttpClient;
beforeAll(async () => {
  company = await api.company();
  associate = await api.signedIn(company.associate);
});

const sale = (name = 'Panels') => ({ name, campaignId: company.campaignId, price: '10', status: 'Closed' });
const add = (client: HttpClient, key: string, body = sale()) =>
  client.post('/sales/addsale', body, { 'idempotency-key': key });
const sold = async () => (await associate.get('/sales/getsales/all')).body.requestedData.length;

it('the first answer under a key stays, and each person has their own', async () => {
  const keys = createPostgresIdempotencyKeys({
    pool: api.pool,
    scheduler: systemScheduler,
    now: () => new Date(),
  });
  const mine = { companyId: 'acme', employeeId: 'ada', key: 'k', request: 'POST /api/x', bodyHash: 'h' };
  const ofColleague = { ...mine, employeeId: 'bob' };
  const answer = (message: string): Answer<unknown> => ({ ok: true, reply: { message }, position: 1 });
  for (const request of [mine, ofColleague]) expect(await keys.claim(request)).toEqual({ kind: 'execute' });
  await keys.keep(mine, answer('mine'));
  await keys.keep(ofColleague, answer('of a colleague'));
  await keys.keep(mine, answer('later'));
  expect(await keys.claim(mine)).toEqual({ kind: 'replay', answer: answer('mine') });
  expect(await keys.claim(ofColleague)).toEqual({ kind: 'replay', answer: answer('of a colleague') });
});

it('of two requests with one key at the same moment, the second one is refused if it is another', async () => {
  const keys = createPostgresIdempotencyKeys({
    pool: api.pool,
    scheduler: systemScheduler,
    now: () => new Date(),
  });
  const one = { companyId: 'acme', employeeId: 'ada', key: 'twice', request: 'POST /api/x', bodyHash: 'h' };
  const kinds = async (...requests: (typeof one)[]) =>
    (await Promise.all(requests.map(keys.claim))).map(({ kind }) => kind);
  // The first claim is under way alone, and the others share the next statement.
  const other = { ...one, key: 'another', bodyHash: 'i' };
  const expected = ['execute', 'execute', 'reused', 'execute'];
  expect(await kinds(one, other, { ...other, bodyHash: 'j' }, other)).toEqual(expected);
});

it('an answer without events is on the disk before it is sent; others are known by their events', async () => {
  const settings: string[] = [];
  const pool = Object.create(api.pool) as typeof api.pool;
  pool.query = (async ({ text, values }: { text: string; values: unknown[] }) => {
    const client = await api.pool.connect();
    try {
      await client.query('BEGIN');
      const result = await client.query(text, values);
      const { rows } = await client.query('SHOW synchronous_commit');
      settings.push(rows[0].synchronous_commit);
      await client.query('COMMIT');
      return result;
    } finally {
      client.release();
    }
  }) as unknown as typeof pool.query;
  const keys = createPostgresIdempotencyKeys({ pool, scheduler: systemScheduler, now: () => new Date() });
  const request = { companyId: 'acme', employeeId: 'ada', key: newId(), request: 'POST /x', bodyHash: 'h' };
  await keys.claim(request);
  await keys.keep(request, { ok: true, reply: {}, position: 7 });
  await keys.keep(request, { ok: true, reply: {} });
  await keys.keep(request, rejected('malformed'));
  expect(settings).toEqual(['off', 'off', 'on', 'on']);
});

describe('a write with an Idempotency-Key', () => {
  it('sent 32 times at once is one sale with 32 equal answers', { tags: ['reliability-25'] }, async () => {
    const before = await sold();
    const key = newId();
    const replies = await Promise.all(Array.from({ length: 32 }, () => add(associate, key)));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await sold()).toBe(before + 1);
  });

  it('gets the same answer later, including the position', async () => {
    const key = newId();
    const first = await add(associate, key);
    const again = await add(associate, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('x-tallyboard-position')).toBe(first.headers.get('x-tallyboard-position'));
  });

  it('is one sale even when the program stops before it stores its answer', async () => {
    const before = await sold();
    const key = newId();
    const first = await add(associate, key);
    await api.pool.query('UPDATE idempotency_keys SET answer = NULL WHERE key = $1', [key]);
    expect((await add(associate, key)).body).toEqual(first.body);
    await api.pool.query('DELETE FROM idempotency_keys WHERE key = $1', [key]);
    expect((await add(associate, key)).body).toEqual(first.body);
    expect(await sold()).toBe(before + 1);
  });

  it('is refused for another body or another call', { tags: ['decision-9.34'] }, async () => {
    const before = await sold();
    const key = newId();
    await add(associate, key);
    const reused = {
      status: 422,
      body: {
        error: 'idempotencyKeyReused',
        message: 'This Idempotency-Key was already used for a different request',
      },
    };
    expect(await add(associate, key, sale('Other'))).toMatchObject(reused);
    const headers = { 'idempotency-key': key };
    expect(await associate.patch('/sales/update/salesperhour', undefined, headers)).toMatchObject(reused);
    expect(await sold()).toBe(before + 1);
  });

  it('repeats a permanent refusal', async () => {
    const key = newId();
    const wrong = { ...sale(), price: '-1' };
    const first = await add(associate, key, wrong);
    expect(first.status).toBe(400);
    expect(await add(associate, key, wrong)).toMatchObject({ status: 400, body: first.body });
  });

  it('is a separate write for another person', async () => {
    const key = newId();
    const colleague = await api.signedIn(company.colleague);
    const [mine, theirs] = [await add(associate, key), await add(colleague, key)];
    expect(mine.body.requestedData[0].id).not.toBe(theirs.body.requestedData[0].id);
  });

  it.each(['', ' ', 'with space', 'ü', 'x'.repeat(256)])('refuses an invalid key: %j', async (key) => {
    const before = await api.store.head();
    expect(await add(associate, key)).toMatchObject({
      status: 400,
      body: { error: 'invalidIdempotencyKey' },
    });
    expect(await api.store.head()).toBe(before);
  });
});

describe('signing in with an Idempotency-Key', () => {
  it('starts the shift once and stores neither token nor password', async () => {
    const key = newId();
    const headers = { 'idempotency-key': key };
    const body = { username: company.manager.email, password: PASSWORD, tz: 'UTC' };
    const replies = await Promise.all([1, 2, 3].map(() => api.client().post('/login', body, headers)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows: keys } = await api.pool.query('SELECT FROM idempotency_keys WHERE key = $1', [key]);
    expect(keys).toEqual([]);
    const { rows: shifts } = await api.pool.query(
      `SELECT type FROM events WHERE type = 'ShiftStarted' AND stream LIKE $1`,
      [`shift-${company.companyId}_${company.manager.employeeId}%`],
    );
    expect(shifts).toHaveLength(1);
  });
});

describe('signing out with an Idempotency-Key', () => {
  it('signs out every session that sends it, also with a key used before', async () => {
    const { colleague } = company;
    for (const _ of [1, 2]) {
      const browser = await api.signedIn(colleague);
      const token = browser.cookies.get('tb_session') as string;
      const reply = await browser.delete('/logout', undefined, { 'idempotency-key': 'bye' });
      expect(reply).toMatchObject({ status: 200, body: { message: 'You are signed out' } });
      browser.cookies.set('tb_session', token);
      expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
      const { rows } = await api.pool.query(
        'SELECT type FROM events WHERE stream LIKE $1 ORDER BY revision DESC LIMIT 1',
        [`shift-${company.companyId}_${colleague.employeeId}%`],
      );
      expect(rows).toEqual([{ type: 'ShiftEnded' }]);
    }
  });
});
