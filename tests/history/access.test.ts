import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, localDate } from '#contracts/local-date.ts';
import { mailedCode } from '#tests/auth/mailed-code.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { accessOf, type Entry, moveNotes, wordsOf } from './access-world.ts';

const START = Date.parse('2026-11-27T15:20:00.000Z');
const clock = { time: START, now: () => new Date(clock.time) };
const api = apiWorld({ clock, trustProxy: 1 });
let company: Company;
beforeEach(async () => {
  clock.time = START + (Math.floor((clock.time - START) / DAY_MS) + 1) * DAY_MS;
  company = await api.company();
  await api.watch.flush();
  await api.pool.query('DELETE FROM rate_limits; DELETE FROM access_notes');
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a sign-in', () => {
  it('is in the history of the person, with network and device, once the job has moved it', async () => {
    const { email, employeeId } = company.associate;
    const browser = api.client();
    const headers = { ...from('203.0.113.7'), 'user-agent': FIREFOX };
    await browser.post('/login', { username: email, password: PASSWORD, tz: 'UTC' }, headers);
    expect(await accessOf(browser, employeeId)).toEqual([]);
    await moveNotes(api);
    const { body } = await browser.get(`/audit/history/access/${employeeId}`);
    expect(body.requestedData).toMatchObject([
      {
        ...{ title: 'Signed in', type: 'AccessNoted', effect: 'plain', at: clock.now().toISOString() },
        ...{ person: { id: employeeId }, actor: { id: employeeId } },
        subject: { kind: 'access', id: employeeId },
      },
    ]);
    const said = body.requestedData[0].changes.filter(({ changed }: { changed: boolean }) => changed);
    expect(said.map(({ after }: { after: { text: string } }) => after.text)).toEqual([
      ...['by password', '203.0.113.7', 'Firefox on Windows'],
    ]);
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
  });

  it('that fails leaves no such entry, nor one of an account that there is not', async () => {
    const { email, employeeId } = company.associate;
    const before = await api.store.head();
    expect((await api.client().post('/login', { username: email, password: 'Wrong-1' })).status).toBe(401);
    expect((await api.client().post('/login', { username: 'x@y.test', password: 'Wrong-1' })).status).toBe(
      401,
    );
    await api.watch.flush();
    await moveNotes(api);
    expect(await api.store.head(), 'nothing before the hour is over').toBe(before);
    clock.time += 3_600_000;
    await moveNotes(api);
    const manager = await api.signedIn(company.manager);
    expect(await accessOf(manager, employeeId)).toEqual(['Password refused']);
    expect((await api.store.readAll({ after: before, limit: 100 })).map(({ type }) => type)).toEqual([
      ...['AccessNoted', 'ShiftStarted'],
    ]);
  });
});

it('has pages, the newest entry first', async () => {
  const { email, employeeId } = company.associate;
  const browser = await api.signedIn(company.associate);
  for (let at = 1; at <= 6; at += 1) {
    clock.time += 1000;
    const headers = from(`203.0.113.${at}`);
    await api.client().post('/login', { username: email, password: PASSWORD, tz: 'UTC' }, headers);
  }
  await moveNotes(api);
  const whole = (await browser.get(`/audit/history/access/${employeeId}`)).body.requestedData;
  expect(whole).toHaveLength(7);
  expect(whole.map(({ at }: { at: string }) => at)).toEqual(
    whole
      .map(({ at }: { at: string }) => at)
      .toSorted()
      .reverse(),
  );
  for (const limit of [1, 2, 3, 7]) {
    const seen = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const path = `/audit/history/access/${employeeId}?limit=${limit}${cursor && `&cursor=${cursor}`}`;
      const { body } = await browser.get(path);
      seen.push(...body.requestedData);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(whole);
  }
});

it('a flood of wrong passwords from many networks is one entry an hour with their number', async () => {
  const { email, employeeId } = company.associate;
  const attempts = Array.from({ length: 60 }, (_, at) => at);
  for (const at of attempts)
    await api
      .client()
      .post('/login', { username: email, password: `Wrong-${at}` }, from(`198.51.100.${at % 30}`));
  await api.watch.flush();
  clock.time += 3_600_000;
  await moveNotes(api);
  const owner = await api.signedIn(company.owner);
  const { body } = await owner.get(`/audit/history/access/${employeeId}`);
  expect(body.requestedData).toHaveLength(1);
  const [{ changes, actor }] = body.requestedData;
  const afterOf = (name: string) => changes.find(({ field }: { field: string }) => field === name).after;
  expect(actor).toBeNull();
  // Ten are tried; the others are refused from memory.
  expect(afterOf('times')).toMatchObject({ value: 10 });
  expect(afterOf('network').text.split(', ')).toHaveLength(5);
});

it('calls without the right to them are one entry an hour', async () => {
  const associate = await api.signedIn(company.associate);
  for (const _ of [1, 2, 3]) expect((await associate.get('/employees/getemployees/all')).status).toBe(403);
  await api.watch.flush();
  clock.time += 3_600_000;
  await moveNotes(api);
  expect(await accessOf(associate, company.associate.employeeId)).toEqual([
    ...['Signed in, by password', 'Call not allowed, 3'],
  ]);
});

it('the password, the email and sessions of a person leave entries', async () => {
  const { email, employeeId } = company.associate;
  const here = await api.signedIn(company.associate);
  await here.delete('/employees/sessions');
  const chosen = { currentPassword: PASSWORD, newPassword: 'Quiet.otter7' };
  expect((await here.patch('/employees/password', chosen)).status).toBe(200);
  const { otpId } = (await api.client().post('/employees/confirmemail', { username: email })).body;
  const code = await mailedCode(api.pool, otpId);
  await api.client().post('/employees/verifyotp', { id: otpId, otp: code });
  const reset = { username: email, otpId, newPassword: 'Quiet.otter8' };
  expect((await api.client().send('PUT', '/employees/resetpassword', reset)).status).toBe(200);
  await moveNotes(api);
  const owner = await api.signedIn(company.owner);
  expect(await accessOf(owner, employeeId)).toEqual([
    ...['Signed in, by password', 'Sessions ended, all others', 'Password changed', 'Password reset'],
  ]);
});

describe('a look at the pay of another person', () => {
  it('is one entry a day for reader and person; the own pay and unknown people leave none', async () => {
    const { employeeId } = company.associate;
    const [manager, owner, associate] = [
      await api.signedIn(company.manager),
      await api.signedIn(company.owner),
      await api.signedIn(company.associate),
    ];
    await api.pool.query('DELETE FROM access_notes');
    for (const path of [`/sales/get-commission/${employeeId}`, `/logs/getlogs/${employeeId}`])
      for (const reader of [manager, owner, associate, manager]) {
        clock.time += 1;
        expect((await reader.get(path)).status).toBe(200);
      }
    expect((await manager.get('/sales/get-commission/nobody')).status).toBe(404);
    await moveNotes(api);
    await manager.get(`/sales/get-commission/${employeeId}`);
    await moveNotes(api);
    clock.time += DAY_MS;
    await manager.get(`/sales/get-commission/${employeeId}`);
    await moveNotes(api);
    const { body } = await associate.get(`/audit/history/access/${employeeId}`);
    const [m, o] = [company.manager.employeeId, company.owner.employeeId];
    const entries = (body.requestedData as Entry[]).toReversed();
    expect(entries.map((entry) => [wordsOf(entry), entry.actor?.id])).toEqual([
      ...[
        ['Pay read', m],
        ['Pay read', o],
        ['Pay read', m],
      ],
    ]);
  });

  it('is one by every call that shows it, of the day of its reader, and none where it is refused', async () => {
    const { employeeId } = company.associate;
    const seller = await api.signedIn(company.associate);
    const manager = await api.signedIn(company.manager);
    const today = localDate(clock.now().toISOString(), 'America/Toronto');
    const paths = [
      ...[`/logs/getlogs/${employeeId}`, `/logs/getlogsbyid&date?id=${employeeId}&date=${today}`],
      ...[
        `/sales/getsales/all?employeeId=${employeeId}`,
        `/sales/getsales/${today}?employeeId=${employeeId}`,
      ],
      ...[`/sales/get-commission/${employeeId}`, `/audit/numbers/commission/${employeeId}`],
      `/audit/numbers/day/${employeeId}/${today}`,
    ];
    const read = async (path: string, reader = manager) => {
      const { status } = await reader.get(path);
      await moveNotes(api);
      return [status, (await accessOf(seller, employeeId)).filter((words) => words === 'Pay read').length];
    };
    for (const [at, path] of paths.entries()) {
      clock.time += DAY_MS;
      expect([path, ...(await read(path))]).toEqual([path, 200, at + 1]);
    }
    const colleague = await api.signedIn(company.colleague);
    for (const path of paths) expect((await read(path, colleague))[1]).toBe(paths.length);

    // 20:00 in Toronto, where midnight of UTC is over: it is still the same day.
    const [path = ''] = paths;
    clock.time = Date.parse(`${today}T15:20:00.000Z`) + 20 * DAY_MS;
    expect((await read(path))[1]).toBe(paths.length + 1);
    clock.time += 10 * 3_600_000;
    expect((await read(path))[1]).toBe(paths.length + 1);
    clock.time += 10 * 3_600_000;
    expect((await read(path))[1]).toBe(paths.length + 2);
  });

  it('in a file is an entry of the one who took it out, or of the person it is about', async () => {
    const manager = await api.signedIn(company.manager);
    expect((await manager.get('/audit/events.csv')).status).toBe(200);
    await moveNotes(api);
    expect(await accessOf(manager, company.manager.employeeId)).toEqual([
      ...['Signed in, by password', 'File exported, the history as CSV'],
    ]);
  });
});

it('is seen by the person, that of associates by managers, and all by the super employee', async () => {
  const people = [company.owner, company.manager, company.associate, company.colleague];
  const browsers: HttpClient[] = [];
  for (const person of people) browsers.push(await api.signedIn(person));
  await moveNotes(api);
  const seen = async (reader: (typeof browsers)[number]) =>
    Promise.all(people.map(async ({ employeeId }) => (await accessOf(reader, employeeId))[0]?.slice(0, 3)));
  expect(await Promise.all(browsers.map(seen))).toEqual([
    ['Sig', 'Sig', 'Sig', 'Sig'],
    ['404', 'Sig', 'Sig', 'Sig'],
    ['404', '404', 'Sig', '404'],
    ['404', '404', '404', 'Sig'],
  ]);
  const listed = async (at: number, query = '?kind=access') => {
    const { body } = (await browsers[at]?.get(`/audit/events${query}`)) ?? {};
    return body.requestedData.map(({ person }: Entry) => person?.id).sort();
  };
  const idsOf = (some: typeof people) => some.map(({ employeeId }) => employeeId).sort();
  expect(await listed(0)).toEqual(idsOf(people));
  expect(await listed(1)).toEqual(idsOf(people.slice(1)));
  const titles = (await browsers[0]?.get('/audit/events'))?.body.requestedData.map(
    ({ title }: Entry) => title,
  );
  expect(titles).not.toContain('Signed in');
  const other = await api.company();
  expect(await accessOf(await api.signedIn(other.owner), company.associate.employeeId)).toEqual([]);
});
