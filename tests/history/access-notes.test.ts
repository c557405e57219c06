import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnwritableEvent } from '#contracts/events/codec.ts';
import { streams, streamsToErase } from '#contracts/events/streams.ts';
import { createAccessNotes, NOTES_REST_MS } from '#platform/access/access-notes.ts';
import { systemClock } from '#platform/clock.ts';
import { createPool, withTransaction } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { createSessionRows } from '#services/auth/session-rows.ts';
import { moveAccessNotes } from '#services/history/access.job.ts';
import { createCommands } from '#services/main/wiring.ts';
import { erasePersonal } from '#tests/proof/erase-personal.ts';
import { collect, proofOf, sealedUpTo, startSealer } from '#tests/proof/sealing-world.ts';
import { killAtEachStep } from '#tests/support/servers/kill-at-each-step.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

type Order = { readonly what: 'open' | 'move'; readonly companyId: string; readonly employeeId: string };

/** One process that opens sessions and moves notes. */
function open(url: string) {
  const pool = createPool(url, { max: 12 });
  const store = createPostgresEventStore({ pool });
  const notes = createAccessNotes({ pool });
  const { note } = createCommands(store).access;
  const sessions = createSessionRows({ pool, clock: systemClock });
  const later = { now: () => new Date(Date.now() + NOTES_REST_MS) };
  const move = (by = note) =>
    moveAccessNotes({ clock: later, notes, note: by }, new AbortController().signal);
  const noteOf = ({ companyId, employeeId }: Omit<Order, 'what'>) => ({
    ...{ companyId, employeeId, actorId: employeeId, fact: 'signed in' as const, correlationId: newId() },
    ...{ at: new Date().toISOString(), address: '203.0.113.7', device: 'Firefox on Windows' },
  });
  const openSession = ({ companyId, employeeId }: Omit<Order, 'what'>) =>
    sessions.open({
      ...{ companyId, employeeId, timeZone: 'UTC', address: '203.0.113.7' },
      tell: (on) => notes.note(noteOf({ companyId, employeeId }), on),
    });
  return {
    ...{ pool, store, notes, move, noteOf, openSession },
    async run({ what, ...person }: Order) {
      if (what === 'open') await openSession(person);
      else await move();
      return { ok: true };
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

let database: TestDatabase;
let here: ReturnType<typeof open>;
beforeAll(async () => {
  database = await createTestDatabase();
  here = open(database.url);
});
afterAll(async () => {
  await here.close();
  await database.drop();
});
beforeEach(() => here.pool.query('DELETE FROM access_notes'));

const person = () => ({ companyId: newId(), employeeId: newId() });
const rowsOf = async (table: string, { companyId }: { readonly companyId: string }) =>
  (await here.pool.query(`SELECT FROM ${table} WHERE company_id = $1`, [companyId])).rowCount;
const eventsOf = ({ companyId, employeeId }: ReturnType<typeof person>) =>
  here.store.read(streams.access(companyId, employeeId));

describe('killed at any step', () => {
  it('a sign-in leaves a session with its note, or neither', async () => {
    const { killed } = await killAtEachStep<Order>(
      { open, url: database.url },
      async () => ({ what: 'open', ...person() }),
      async (order) => expect(await rowsOf('access_notes', order)).toBe(await rowsOf('sessions', order)),
    );
    expect(killed).toBeGreaterThan(2);
  });

  it('the job leaves each note for its next run, and two at once make one event of each', async () => {
    const { killed } = await killAtEachStep<Order>(
      { open, url: database.url },
      async () => {
        const order = { what: 'move', ...person() } as const;
        await here.openSession(order);
        await here.openSession(order);
        return order;
      },
      async (order) => {
        const other = open(database.url);
        await Promise.all([here.move(), other.move(), here.move(), other.move()]);
        await other.close();
        // Workers that are about to be killed have locked rows, too.
        const left = async () => here.move().then(() => rowsOf('access_notes', order));
        await expect.poll(left).toBe(0);
        expect((await eventsOf(order)).map(({ type }) => type)).toEqual(['AccessNoted', 'AccessNoted']);
      },
    );
    expect(killed).toBeGreaterThan(2);
  });
});

it('what was moved is not moved again, though it is noted again with the same id', async () => {
  const her = person();
  const note = { ...here.noteOf(her), id: newId() };
  for (const _ of [1, 2, 3]) {
    await here.notes.note(note);
    await here.notes.note(note);
    await here.move();
  }
  expect(await eventsOf(her)).toHaveLength(1);
});

it('counts go into the log once, when they are due, added up over processes', async () => {
  const her = person();
  const [dueAt, until] = [new Date(Date.now() + 3_600_000).toISOString(), new Date().toISOString()];
  const counted = (id: string, times: number, address: string, due = dueAt) => ({
    ...{ ...here.noteOf(her), id, times, until, dueAt: due, fact: 'password refused' as const, address },
  });
  const id = newId();
  for (let at = 0; at < 9; at += 1) await here.notes.count(counted(id, 2, `198.51.100.${at}`));
  await here.move();
  expect(await eventsOf(her)).toEqual([]);
  await here.pool.query('UPDATE access_notes SET due_at = at');
  await here.move();
  await here.notes.count(counted(id, 5, '198.51.100.77', until));
  await here.move();
  expect((await eventsOf(her)).map(({ data }) => data)).toEqual([
    expect.objectContaining({
      times: 18,
      network: '198.51.100.0, 198.51.100.1, 198.51.100.2, 198.51.100.3, 198.51.100.4',
    }),
  ]);
});

it('waits while a process runs that does not know the event', async () => {
  const her = person();
  await here.openSession(her);
  const former = createCommands(here.store, { readByAll: { AccessNoted: 0 } }).access.note;
  await expect(here.move(former)).rejects.toThrow(UnwritableEvent);
  expect(await rowsOf('access_notes', her)).toBe(1);
  await here.move();
  expect(await eventsOf(her)).toHaveLength(1);
});

it('an erasure waits for what is being moved, and erases it with the company', async () => {
  const her = person();
  await here.openSession(her);
  const erase = () =>
    withTransaction(here.pool, (client) =>
      client.query('DELETE FROM access_notes WHERE company_id = $1', [her.companyId]),
    );
  let erased: Promise<number> | undefined;
  const { note } = createCommands(here.store).access;
  await here.move(async (...asked) => {
    erased = erase().then(() => here.store.erase(streamsToErase(her.companyId)));
    return note(...asked);
  });
  expect(await erased).toBe(1);
  expect(await eventsOf(her)).toEqual([]);
});

it('is sealed in the chain of the company, which verifies when the network and device are erased', async () => {
  const her = person();
  for (const _ of [1, 2]) await here.openSession(her);
  const sealer = startSealer(here.pool, here.store);
  await here.move();
  await sealedUpTo(here.pool, await here.store.head());
  await sealer.stop();
  const proof = proofOf(here.pool);
  expect(await proof.verifyCompany(her.companyId)).toMatchObject({ fault: null, events: 2 });
  await here.pool.query('ALTER TABLE events DISABLE TRIGGER USER');
  await erasePersonal(here.pool, her.companyId, await eventsOf(her));
  await here.pool.query('ALTER TABLE events ENABLE TRIGGER USER');
  expect(await proof.verifyCompany(her.companyId)).toMatchObject({ fault: null, events: 2 });
  const [event] = await eventsOf(her);
  expect(event?.data).toMatchObject({ network: '', device: '', about: '', employeeId: her.employeeId });
  expect(await collect(proof.sealedEvents(her.companyId))).toHaveLength(2);
});
