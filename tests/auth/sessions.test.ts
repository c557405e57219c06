import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/local-date.ts';
import { queriesOn } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { createLog } from '#platform/log.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from '#services/auth/auth-tables.ts';
import { createSessions, type Sessions } from '#services/auth/sessions.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

const UNKNOWN = 'x'.repeat(43);
const access = { role: 'manager', type: 'employee', subscriptionIsActive: true } as const;

const database = databaseWorld();
let time: SteppedTime;
let ada: Person;
beforeEach(() => {
  time = steppedTime();
  ada = { companyId: newId(), employeeId: newId() };
});

/** The sessions of one process. An id that begins with 'gone' is of a deleted employee. */
function openSessions(): { sessions: Sessions; bus: ReturnType<typeof createMemoryLiveBus> } {
  const bus = createMemoryLiveBus({ log: createLog('silent') });
  const accessOf = async (people: readonly Person[]) =>
    people.map(({ employeeId }) => (employeeId.startsWith('gone') ? null : access));
  const { clock, scheduler } = time;
  const queries = { accessOf };
  return { bus, sessions: createSessions({ pool: database.pool, clock, scheduler, bus, queries }) };
}
const openedBy = (sessions: Sessions, person: Person) =>
  sessions.open({ ...person, timeZone: 'Asia/Tokyo', address: '203.0.113.7' });
const lastSeen = async (sessions: Sessions, person: Person) =>
  (await sessions.listOf(person)).map(({ last_seen_at }) => Date.parse(last_seen_at));
const now = () => time.clock.now().getTime();

describe('many sessions at once', () => {
  it('are answered in the order of their tokens, null for those that are not valid', async () => {
    const { sessions } = openSessions();
    const bob = { companyId: ada.companyId, employeeId: newId() };
    const gone = { companyId: ada.companyId, employeeId: `gone ${newId()}` };
    const [first, second, third] = [
      await openedBy(sessions, ada),
      await openedBy(sessions, bob),
      await openedBy(sessions, gone),
    ];
    const tokens = [second.token, UNKNOWN, first.token, third.token];
    const ofPerson = (person: Person, { sessionId }: { sessionId: string }) => {
      return { ...person, ...access, sessionId, timeZone: 'Asia/Tokyo' };
    };
    expect(await sessions.authenticateAll(tokens)).toEqual([
      ofPerson(bob, second),
      null,
      ofPerson(ada, first),
      null,
    ]);
    expect(await sessions.authenticateAll([])).toEqual([]);
  });

  it('are not extended by being watched', async () => {
    const { sessions } = openSessions();
    const { token } = await openedBy(sessions, ada);
    const began = now();
    await time.pass(2 * HOUR_MS);
    await sessions.authenticateAll([token]);
    expect(await lastSeen(sessions, ada)).toEqual([began]);
    await sessions.authenticate(token);
    expect(await lastSeen(sessions, ada)).toEqual([now()]);
  });
});

describe('a session', () => {
  it('is extended by a use more than an hour after the last time', async () => {
    const { sessions } = openSessions();
    const { token } = await openedBy(sessions, ada);
    const began = now();
    /** Each use in a new process: a running one would renew the session by itself. */
    const use = async () => {
      const { sessions: another } = openSessions();
      await another.authenticate(token);
      another.close();
    };
    await time.pass(HOUR_MS);
    await use();
    expect(await lastSeen(sessions, ada)).toEqual([began]);
    await time.pass(1);
    await use();
    expect(await lastSeen(sessions, ada)).toEqual([now()]);
  });

  it('is also extended by the renewal of the cache, if its last use was more than an hour ago', async () => {
    const { sessions } = openSessions();
    const bob = { companyId: ada.companyId, employeeId: newId() };
    for (const person of [ada, bob]) await sessions.authenticate((await openedBy(sessions, person)).token);
    const began = now();
    await database.pool.query('UPDATE sessions SET last_seen_at = $1 WHERE employee_id = $2', [
      new Date(began - HOUR_MS - 1),
      ada.employeeId,
    ]);
    await time.pass(250);
    await expect.poll(() => lastSeen(sessions, ada)).toEqual([began + 250]);
    expect(await lastSeen(sessions, bob)).toEqual([began]);
  });

  it('that another process revoked is refused once that news arrives, or news was missed', async () => {
    for (const missed of [false, true]) {
      const { sessions, bus } = openSessions();
      const { token, sessionId } = await openedBy(sessions, ada);
      const other = await openedBy(sessions, ada);
      expect(await sessions.authenticate(token)).toMatchObject({ sessionId });
      await database.pool.query('UPDATE sessions SET revoked_at = now() WHERE session_id = $1', [sessionId]);
      expect(await sessions.authenticate(token), 'trusted until then').toMatchObject({ sessionId });
      bus.publish({ kind: 'revoked', employeeId: newId(), sessionId: null });
      expect(await sessions.authenticate(token), 'of another person').toMatchObject({ sessionId });
      bus.publish(missed ? { kind: 'missed' } : { kind: 'revoked', employeeId: ada.employeeId, sessionId });
      expect(await sessions.authenticate(token)).toBe(null);
      expect(await sessions.authenticate(other.token)).toMatchObject({ sessionId: other.sessionId });
    }
  });

  it('ends at once in this process, alone or with the others, and others are told', async () => {
    const { sessions, bus } = openSessions();
    const told: unknown[] = [];
    const listed: unknown[] = [];
    bus.subscribe((message) => (message.kind === 'revoked' ? told : listed).push(message));
    const [one, two, three] = [
      await openedBy(sessions, ada),
      await openedBy(sessions, ada),
      await openedBy(sessions, ada),
    ];
    // Each sign-in and sign-out changes the list of sessions of that person.
    const { companyId, employeeId } = ada;
    const changes = [{ model: 'sessions', companyId, keys: [{ employee_id: employeeId }] }];
    const listChanged = { kind: 'committed', position: START, changes };
    expect(listed.splice(0)).toEqual([listChanged, listChanged, listChanged]);
    const tokens = [one, two, three].map(({ token }) => token);
    const valid = async () =>
      (await Promise.all(tokens.map((token) => sessions.authenticate(token)))).map((found) => found !== null);
    expect(await valid()).toEqual([true, true, true]);
    const news = ({ sessionId }: { sessionId: string }) => {
      return { kind: 'revoked', employeeId: ada.employeeId, sessionId };
    };

    expect(await sessions.revoke({ ...ada, sessionId: newId() })).toBe(false);
    expect([told, listed]).toEqual([[], []]);
    expect(await sessions.revoke({ ...ada, sessionId: one.sessionId })).toBe(true);
    expect(await valid()).toEqual([false, true, true]);
    expect(told.splice(0)).toEqual([news(one)]);

    await sessions.revokeAllOf(ada, two.sessionId);
    expect(await valid()).toEqual([false, true, false]);
    expect(told.splice(0)).toEqual([news(three)]);
    await sessions.revokeAllOf(ada);
    expect(await valid()).toEqual([false, false, false]);
    expect(told.splice(0)).toEqual([news(two)]);
    expect(listed).toEqual([listChanged, listChanged, listChanged]);
  });

  it('ends at once in this process, however late the news of it comes', async () => {
    const { sessions, bus } = openSessions();
    const { token, sessionId } = await openedBy(sessions, ada);
    expect(await sessions.authenticate(token)).toMatchObject({ sessionId });
    bus.publish = () => {};
    await sessions.revoke({ ...ada, sessionId });
    expect(await sessions.authenticate(token)).toBe(null);
  });

  it('ends with the transaction that ends it, or not at all', async () => {
    const { sessions } = openSessions();
    const { token, sessionId } = await openedBy(sessions, ada);
    const db = queriesOn<AuthTables>(database.pool);
    const brokenOff = db.transaction().execute(async (transaction) => {
      await sessions.endAllWith(ada, transaction);
      throw new Error('broken off');
    });
    await expect(brokenOff).rejects.toThrow('broken off');
    expect(await sessions.authenticate(token)).toMatchObject({ sessionId });
    const announce = await db.transaction().execute((transaction) => sessions.endAllWith(ada, transaction));
    announce();
    expect(await sessions.authenticate(token)).toBe(null);
  });

  it('has a token of 43 characters; nothing else is looked up', { tags: ['asvs-11.5.1'] }, async () => {
    const { sessions } = openSessions();
    const { token } = await openedBy(sessions, ada);
    for (const text of [`${token}x`, `x${token}`, token.slice(1), '', null])
      expect(sessions.identify(text), `${text}`).toBe(null);
  });

  it('is neither renewed nor forgotten after close', async () => {
    const { sessions, bus } = openSessions();
    const { token, sessionId } = await openedBy(sessions, ada);
    await sessions.authenticate(token);
    expect(time.waiting()).toBe(1);
    sessions.close();
    expect(time.waiting()).toBe(0);
    await database.pool.query('UPDATE sessions SET revoked_at = now() WHERE session_id = $1', [sessionId]);
    bus.publish({ kind: 'missed' });
    expect(await sessions.authenticate(token), 'hears no news').toMatchObject({ sessionId });
  });
});
