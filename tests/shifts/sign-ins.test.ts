import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { logOf, type ShiftWorld, startShiftWorld } from './shift-world.ts';

const ZONE = 'America/Toronto';
const MIDNIGHT = '2026-06-11T04:00:00.000Z';
/** One second before a midnight, and that midnight. */
const LAST_SECOND = '2026-06-11T03:59:59.000Z';
const BROWSERS = 64;

let world: ShiftWorld;
let company: SeededCompany;
beforeAll(async () => {
  world = await startShiftWorld('2026-06-10T14:00:00.000Z');
  company = await world.seedCompany();
});
afterAll(() => world.stop());

async function shiftEvents({ employeeId }: SeededPerson): Promise<string[]> {
  const events = await world.program.core.store.readAll({ limit: 10_000 });
  return events
    .filter(({ stream }) => stream.startsWith('shift-') && stream.includes(employeeId))
    .map(({ type }) => type);
}

it(`${BROWSERS} concurrent sign-ins start one shift, and their sign-outs with the midnight job end it once`, async () => {
  const [who] = company.associates;
  if (!who) throw new Error('seeded too few');
  world.at(LAST_SECOND);
  const browsers = await Promise.all(Array.from({ length: BROWSERS }, () => world.signIn(who.email, ZONE)));
  expect(await shiftEvents(who)).toEqual(['ShiftStarted']);
  await world.settled();
  const [signOuts] = await Promise.all([
    Promise.all(browsers.map((browser) => browser.delete('/api/logout'))),
    world.midnightJob(MIDNIGHT),
  ]);
  expect(signOuts.map(({ status }) => status)).toEqual(browsers.map(() => 200));
  await world.midnightJob('2026-06-11T04:01:00.000Z');
  expect(await shiftEvents(who)).toEqual(['ShiftStarted', 'ShiftEnded']);
});

it('sign-ins at 23:59:59 and at 00:00:00 start shifts of two dates', { tags: ['decision-1.5'] }, async () => {
  const [, who] = company.associates;
  if (!who) throw new Error('seeded too few');
  world.at(LAST_SECOND);
  await world.signIn(who.email, ZONE);
  world.at(MIDNIGHT);
  const person = await world.signIn(who.email, ZONE);
  await world.midnightJob(MIDNIGHT);
  expect(await logOf(person, who.employeeId)).toMatchObject([
    { login_date: '2026-06-11', login_time: MIDNIGHT },
    { login_date: '2026-06-10', login_time: LAST_SECOND },
  ]);
});

it('sign-ins use the last zone when none is sent, and are refused with an unknown zone', async () => {
  const [manager] = company.managers;
  if (!manager) throw new Error('seeded too few');
  world.at('2026-06-10T18:00:00.000Z');
  const form = { username: manager.email, password: 'Demo-pass1' };
  const client = world.program.client();
  for (const tz of ['Mars/Olympus', 'BST', '−05:00'])
    expect(await client.post('/api/login', { ...form, tz })).toMatchObject({
      status: 400,
      body: { error: 'invalidTimeZone' },
    });
  expect(await shiftEvents(manager)).toEqual([]);
  await world.signIn(manager.email, 'Pacific/Kiritimati');
  await client.post('/api/login', form);
  expect(await logOf(client, manager.employeeId)).toMatchObject([{ login_date: '2026-06-11' }]);
});
