import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

const MINUTE_MS = 60_000;
const start = Date.now();
const clock = { time: start, now: () => new Date(clock.time) };

const api = apiWorld({ clock });
let company: Company;
let owner: HttpClient;
beforeEach(async () => {
  clock.time = start;
  company = await api.company();
  owner = await api.signedIn(company.owner);
});

const ASKS = { status: 403, body: { error: 'confirmIdentity' } };
const confirm = (browser = owner, password = PASSWORD) =>
  browser.post('/employees/confirm-identity', { password });
const FILES = ['/audit/events.csv', '/audit/events.jsonl'];

describe('a session that proved itself longer ago than five minutes', () => {
  it.each(FILES)('downloads %s after a proof of identity', async (path) => {
    clock.time += 5 * MINUTE_MS;
    expect((await owner.get(path)).status).toBe(200);
    clock.time += 1;
    expect(await owner.get(path)).toMatchObject(ASKS);
    expect(await owner.get('/employees/confirm-identity')).toMatchObject(ASKS);
    expect((await confirm(owner, 'Wrong-pass1')).status).toBe(403);
    expect(await owner.get(path)).toMatchObject(ASKS);
    expect((await confirm()).status).toBe(200);
    expect((await owner.get('/employees/confirm-identity')).status).toBe(200);
    expect((await owner.get(path)).status).toBe(200);
  });

  it('downloads the page with everything after one, and its own statement without', async () => {
    clock.time += 6 * MINUTE_MS;
    expect(await owner.get('/audit/proof/export')).toMatchObject(ASKS);
    const statement = await owner.get(`/audit/proof/statement/${company.owner.employeeId}`);
    expect(statement.body.error).not.toBe('confirmIdentity');
    await confirm();
    expect((await owner.get('/audit/proof/export')).body.error).not.toBe('confirmIdentity');
  });

  it('cancels the subscription after one, with the key of the refused request', async () => {
    clock.time += 6 * MINUTE_MS;
    const cancel = () =>
      owner.delete('/companies/cancel-subscription', undefined, { 'idempotency-key': 'cancel-1' });
    expect(await cancel()).toMatchObject(ASKS);
    const elsewhere = await api.signedIn(company.owner);
    expect(await cancel()).toMatchObject(ASKS);
    await elsewhere.delete('/logout');
    await confirm();
    // There is no subscription at the provider: it was asked.
    expect((await cancel()).body.error).not.toBe('confirmIdentity');
  });

  it('is asked after its role: others learn nothing from the question', async () => {
    clock.time += 6 * MINUTE_MS;
    const associate = await api.signedIn(company.associate);
    clock.time += 6 * MINUTE_MS;
    for (const path of FILES)
      expect(await associate.get(path)).toMatchObject({ status: 403, body: { error: 'restricted' } });
  });
});

it('a cancellation right after a sign-in asks nothing more', async () => {
  expect((await owner.delete('/companies/cancel-subscription')).body.error).not.toBe('confirmIdentity');
});

it('a proof from the future is none: the clock was set back', async () => {
  clock.time -= 2 * 60 * MINUTE_MS;
  expect(await owner.get('/employees/confirm-identity')).toMatchObject(ASKS);
  expect((await confirm()).status).toBe(200);
  expect((await owner.get('/employees/confirm-identity')).status).toBe(200);
});
