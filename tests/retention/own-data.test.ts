import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople } from '#services/main/retention.ts';
import { sealedUpTo } from '#tests/proof/sealing-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD as OWNERS } from '#tests/support/servers/seed-company.ts';
import { createPersonWorld, type PersonWorld } from './person-world.ts';

let world: PersonWorld;
let owner: HttpClient;
beforeAll(async () => {
  world = await createPersonWorld();
  owner = await world.program.signIn(world.company.owner.email);
});
afterAll(() => world.stop());

const PASSWORD = 'aB3dE5gH7j';

/** A signed-in associate, with a name of their own. */
async function worker(word: string) {
  const email = `${word.toLowerCase()}@workers.test`;
  const campaignId = world.company.campaigns[0]?.campaignId ?? '';
  const form = { firstName: word, lastName: `${word}son`, employeeNumber: `no-${word}`, campaignId };
  const added = await world.manager.post('/api/employees/addemployee', {
    ...{ ...form, employeeRole: 'sales associate', username: email, password: PASSWORD },
  });
  const [{ id }] = added.body.requestedData as [{ id: string }];
  await world.waitForReads();
  const browser = world.program.client();
  const login = { username: email, password: PASSWORD, tz: 'America/Toronto' };
  expect((await browser.post('/api/login', login, { 'user-agent': `${word} browser` })).status).toBe(200);
  const sale = { name: 'A roof', campaignId, price: '12', status: 'Closed' };
  expect((await browser.post('/api/sales/addsale', sale)).status).toBe(200);
  await world.waitForReads();
  return { id, email, browser, traces: [email, word, `${word}son`, `no-${word}`] };
}

const wishes = async () =>
  (await owner.get('/api/companies/erasures')).body.requestedData as { id: string }[];
const wishOf = async (id: string) => (await wishes()).find((wish) => wish.id === id);
async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await world.owner.query<{ subject: string }>(
    `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1
       AND id LIKE 'erasure %' ORDER BY posted_at`,
    [email],
  );
  return rows.map(({ subject }) => subject);
}

it('a person gets one file with all that is stored about them, after a proof of identity, and of others only what they did', async () => {
  const { email, browser, id } = await worker('Robin');
  world.pass(1);
  expect(await browser.get('/api/employees/own-data')).toMatchObject({
    status: 403,
    body: { error: 'confirmIdentity' },
  });
  expect((await browser.post('/api/employees/confirm-identity', { password: PASSWORD })).status).toBe(200);
  const { status, body, headers } = await browser.get('/api/employees/own-data');
  const noted = await world.owner.query(
    `SELECT about FROM access_notes WHERE fact = 'file exported' AND employee_id = $1`,
    [id],
  );
  expect(noted.rows).toEqual([{ about: 'all own data' }]);
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('my-tallyboard-data.json'),
  ]);
  const data = typeof body === 'string' ? JSON.parse(body) : body;
  expect(data).toMatchObject({
    profile: { id, email, firstName: 'Robin', lastName: 'Robinson', employeeNumber: 'no-Robin' },
    account: [{ email, time_zone: 'America/Toronto', has_password: true }],
    sign_ins: [{ user_agent: 'Robin browser', address: expect.any(String) }],
    devices: [{ last_sign_in: expect.any(String) }],
  });
  const titles = data.history.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Employee added', 'Sale recorded']));
  const text = JSON.stringify(data);
  expect(text).not.toContain('argon2');
  const others = [world.company.owner.email, ...world.company.associates.map((one) => one.email)];
  expect(others.filter((one) => text.includes(one))).toEqual([]);

  // What a manager did to others is theirs, and who they are is not.
  const manager = await world.program.signIn(world.company.managers[0]?.email ?? '');
  const own = JSON.stringify((await manager.get('/api/employees/own-data')).body);
  expect(own).toContain('Employee added');
  expect(own).not.toContain(email);
});

it('a wish for erasure is recorded, mailed, withdrawn, refused with a reason, and carried out after the deletion', {
  timeout: MAX_WAIT_MS * 4,
}, async () => {
  expect((await owner.post('/api/employees/confirm-identity', { password: OWNERS })).status).toBe(200);
  const { id, email, browser, traces } = await worker('Swift');
  const state = async () => (await browser.get('/api/employees/erasure')).body.erasure;
  expect(await state()).toBeNull();
  const ask = () => browser.post('/api/employees/erasure', {});
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(await state()).toMatchObject({ state: 'requested', reason: '' });
  expect(await mailsTo(world.company.owner.email)).toEqual([
    'Swift Swiftson asks for the erasure of personal data',
  ]);
  await world.waitForReads();
  expect(await wishOf(id)).toMatchObject({ name: 'Swift Swiftson', deleted: false, state: 'requested' });

  expect((await browser.delete('/api/employees/erasure')).status).toBe(200);
  expect(await state()).toBeNull();
  expect(await wishOf(id)).toBeUndefined();
  const answer = (body: Record<string, string>) => owner.patch(`/api/companies/erasures/${id}`, body);
  expect(await answer({ answer: 'refuse', reason: 'late' })).toMatchObject({
    status: 409,
    body: { error: 'noErasureRequest' },
  });

  await ask();
  expect(await answer({ answer: 'refuse', reason: ' ' })).toMatchObject({
    status: 400,
    body: { error: 'erasureNeedsReason' },
  });
  expect(await answer({ answer: 'refuse', reason: 'Swift owes us a phone' })).toMatchObject({ status: 200 });
  expect(await state()).toMatchObject({ state: 'refused', reason: 'Swift owes us a phone' });
  expect(await mailsTo(email)).toEqual(['Your request for erasure was answered']);

  await ask();
  expect(await answer({ answer: 'erase' })).toMatchObject({ status: 409, body: { error: 'notDeletedYet' } });
  expect(await mailsTo(world.company.owner.email)).toHaveLength(3);
  expect((await world.manager.delete(`/api/employees/delete/${id}`)).status).toBe(200);
  world.pass(1);
  expect(await answer({ answer: 'erase' })).toMatchObject({
    status: 403,
    body: { error: 'confirmIdentity' },
  });
  expect((await owner.post('/api/employees/confirm-identity', { password: OWNERS })).status).toBe(200);
  expect(await answer({ answer: 'erase' })).toMatchObject({ status: 200 });
  expect(await wishOf(id)).toMatchObject({ deleted: true, state: 'ordered' });
  await world.waitForReads();
  await sealedUpTo(world.owner, await world.core.store.head());
  const before = await world.figures();

  const people = openPeople(world.core);
  expect(await people.eraseOrdered()).toMatchObject([{ employeeId: id, outcome: 'erased' }]);
  expect(await people.eraseOrdered()).toEqual([]);
  await world.waitForReads();
  expect(await world.found([...traces, 'owes us a phone'])).toEqual([]);
  expect(await wishOf(id)).toMatchObject({ name: null, state: 'erased', reason: '' });
  expect(await world.figures()).toEqual(before);
  expect(await world.run('audit', 'verify', '--company', world.company.owner.email)).toMatchObject({
    code: 0,
  });
});

it('the super employee has no such wish, and a process of a former version defers an erasure', async () => {
  expect((await owner.post('/api/employees/erasure', {})).status).toBe(403);
  const { id } = await world.leaver('Finch');
  const people = openPeople({ ...world.core, readByAll: { ...world.core.readByAll, EmployeeErased: 0 } });
  const found = await people.find(id);
  expect(found.ok && (await people.erase(found.person))).toBe('deferred');
  const elsewhere = openPeople({
    ...world.core,
    config: { ...world.core.config, eventStoreUrl: 'esdb://x' },
  });
  expect(await elsewhere.find(id)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('EventStoreDB'),
  });
});
