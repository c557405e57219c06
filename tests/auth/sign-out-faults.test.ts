import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { type ApiUnderTest, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import {
  createTestDatabase,
  createTestPool,
  type TestDatabase,
} from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let pool: ReturnType<typeof createTestPool>;
let api: ApiUnderTest;
let company: Company;
let isContended = false;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(new URL(database.url));
  pool = createTestPool(proxy.url);
  const real = createPostgresEventStore({ pool });
  const append: EventStore['append'] = (stream, events, expected, condition) =>
    real.append(stream, events, isContended ? 'no stream' : expected, condition);
  api = await startApi(database.url, { store: { ...real, append } });
  company = await api.company();
});
afterAll(async () => {
  await api.close();
  await pool.end();
  await proxy.close();
  await database.drop();
});

it.each([
  ['the event store is away', () => proxy.cut(), () => proxy.mend()],
  [
    'the shift changes all the time',
    () => {
      isContended = true;
    },
    () => {
      isContended = false;
    },
  ],
])('signing out ends the session although %s', { tags: ['asvs-7.4.1'] }, async (_fault, begin, end) => {
  const browser = await api.signedIn(company.associate);
  const token = browser.cookies.get('tb_session') as string;
  await begin();
  const reply = await browser.delete('/logout');
  await end();
  expect(reply).toMatchObject({ status: 200, body: { message: 'You are signed out' } });
  expect(browser.cookies.has('tb_session')).toBe(false);
  browser.cookies.set('tb_session', token);
  expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
  const { rows } = await api.pool.query(`SELECT type FROM events WHERE stream LIKE 'shift-%'`);
  expect(rows).not.toContainEqual({ type: 'ShiftEnded' });
});
