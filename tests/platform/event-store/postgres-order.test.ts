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
