import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { openPostgresStores, type PostgresUnderTest } from './postgres-store.ts';
import { anEvent, aStream, hear, ids } from './store-under-test.ts';

/** An advisory lock that nothing else uses; a transaction with an event of the type takes it before its commit. */
const GATE = 4242;
const GATED = 'Gated';

let under: PostgresUnderTest;
/** Of two processes. */
let stores: readonly [EventStore, EventStore];
let gate: pg.Client;
/** A stream of one event, for conditions that hold. */
const terms = aStream();
beforeAll(async () => {
  under = await openPostgresStores();
  stores = [under.another(), under.another()];
  gate = new pg.Client({ connectionString: under.database.url });
  await gate.connect();
  await gate.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${GATE});
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER wait_at_gate AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (new.type = '${GATED}') EXECUTE FUNCTION wait_at_gate()`);
  await under.store.append(terms, [anEvent()], 'no stream');
});
afterAll(async () => {
  await gate.end();
  await under.close();
});

type Way = {
  readonly sizes: readonly number[];
  readonly isConditional: boolean;
};
/** Each takes another way through the store and its functions. */
const WAYS: Readonly<Record<string, Way>> = {
  'one event': { sizes: [1], isConditional: false },
  'one event on a condition': { sizes: [1], isConditional: true },
  'two events': { sizes: [2], isConditional: false },
  'two events on a condition': { sizes: [2], isConditional: true },
  'a batch': { sizes: [1, 2, 1], isConditional: false },
  'a batch on a condition': { sizes: [1, 2, 1], isConditional: true },
};

/** Begins the appends of one moment, each to a stream of its own; the store sends them together. */
function begin(store: EventStore, { sizes, isConditional }: Way, type: string) {
  const batches = sizes.map((size) => Array.from({ length: size }, () => anEvent({}, type)));
  const condition = isConditional ? { stream: terms, revision: 0 } : undefined;
  const outcomes = batches.map((events) => store.append(aStream(), events, 'no stream', condition));
  return { ids: ids(batches.flat()), outcomes: Promise.all(outcomes) };
}

/** The kinds of locks that transactions wait for, once so many wait. */
async function waiting(count: number): Promise<string[]> {
  let kinds: string[] = [];
  await vi.waitFor(async () => {
    const { rows } = await gate.query(
      `SELECT DISTINCT pid, locktype FROM pg_locks
        WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
    );
    kinds = rows.map(({ locktype }) => locktype);
    expect(kinds, 'locks that transactions wait for').toHaveLength(count);
  }, WAIT_OPTIONS);
  return kinds;
}

const PAIRS = Object.keys(WAYS).flatMap((first) =>
  Object.keys(WAYS).map((second) => [second, first] as const),
);

describe('an append, while another one is written but not committed,', () => {
  it.each(PAIRS)('of %s waits for the one of %s and comes after it', async (second, first) => {
    const before = await under.store.head();
    const heard = hear(
      under.store,
      { after: before },
      (all) => all.length === earlier.ids.length + later.ids.length,
    );
    await gate.query(`SELECT pg_advisory_lock(${GATE})`);
    const earlier = begin(stores[0], WAYS[first] as Way, GATED);
    await waiting(1);
    const later = begin(stores[1], WAYS[second] as Way, 'Free');
    const kinds = await waiting(2);
    const readable = await under.store.readAll({ after: before, limit: 10 });
    await gate.query(`SELECT pg_advisory_unlock(${GATE})`);

    for (const outcome of [...(await earlier.outcomes), ...(await later.outcomes)])
      expect(outcome).toMatchObject({ outcome: 'appended', repeated: false });
    // A second transaction that does not wait for its turn waits for the row of the first, which took its position.
    expect(kinds).toEqual(['advisory', 'advisory']);
    expect(readable).toEqual([]);
    const log = await heard;
    expect(ids(log)).toEqual([...earlier.ids, ...later.ids]);
    expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => before + 1 + index));
  });
});

describe('the condition of an append', () => {
  it.each([
    ['one event', 1],
    ['two events', 2],
  ])('is checked when its turn comes: %s after an append that it waited for', async (_, size) => {
    const [depended, fallen] = [aStream(), aStream()];
    await under.store.append(depended, [anEvent()], 'no stream');
    await gate.query(`SELECT pg_advisory_lock(${GATE})`);
    const overtaking = stores[0].append(depended, [anEvent({}, GATED)], 0);
    await waiting(1);
    const condition = { stream: depended, revision: 0 };
    const late = Array.from({ length: size }, () => anEvent());
    const outcome = stores[1].append(fallen, late, 'no stream', condition);
    await waiting(2);
    await gate.query(`SELECT pg_advisory_unlock(${GATE})`);

    expect(await overtaking).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await outcome).toEqual({ outcome: 'conflict', actual: null });
    expect(await under.store.read(fallen)).toEqual([]);
  });

  it('belongs to one append of a batch: the others are written, and what they overtake is not', async () => {
    const { store } = under;
    const [moved, steady, occupied] = [aStream(), aStream(), aStream()];
    for (const stream of [moved, steady, occupied]) await store.append(stream, [anEvent()], 'no stream');
    const newest = await store.head();
    const append = (condition?: string) =>
      store.append(
        aStream(),
        [anEvent()],
        'no stream',
        condition ? { stream: condition, revision: 0 } : undefined,
      );
    const outcomes = await Promise.all([
      append(moved),
      append(steady),
      store.append(moved, [anEvent(), anEvent()], 0),
      append(moved),
      store.append(occupied, [anEvent()], 'no stream'),
      append(steady),
      append(),
    ]);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...['appended', 'appended', 'appended', 'conflict', 'conflict', 'appended', 'appended'],
    ]);
    const times = (await store.readAll({ after: newest, limit: 10 })).map(({ recordedAt }) => recordedAt);
    expect([times.length, new Set(times).size], 'events, and the moments of their appends').toEqual([6, 1]);
  });
});

it('the functions by which the version before appends are still there', async () => {
  const { pool } = under.database;
  const [single, several] = [aStream(), aStream()];
  const [first, second, third] = [anEvent(), anEvent(), anEvent()];
  const one = 'SELECT place, written_at FROM append_event($1, $2, $3, $4, $5, $6, $7)';
  await pool.query(one, [single, -1, first.id, 'Former', 1, '{}', '{}']);
  const any = 'SELECT verdicts FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
  const ofBoth = `{${second.id},${third.id}}`;
  const { rows } = await pool.query(any, [
    ...[`${several}\n${single}`, '{-1,-1}', '{1,1}', '{1,2}', '{1,1}', ofBoth],
    ...['Former\nFormer', '{1,1}', '{}\n{}', '{}\n{}'],
  ]);
  expect(rows[0].verdicts).toMatch(/^appended 0 \d+\nconflict 0$/);
  expect(ids(await under.store.read(single))).toEqual([first.id]);
  expect(ids(await under.store.read(several))).toEqual([second.id]);
});
