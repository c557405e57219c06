import { expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { recomputeStatements } from '#projections/pay/recomputed-statements.ts';
import { loadDemoCompany } from '#services/demo/demo-company.ts';
import { planUntil } from '#services/demo/demo-plan.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';

/** Enough for the newcomer, who joined in between. */
const WEEKS = 2;

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => `2026-11-20T${String(hour).padStart(2, '0')}:35:00.000Z`,
);
const EDGES = [
  ...[
    '2026-11-21T03:50:00.000Z',
    '2026-11-21T04:00:00.000Z',
    '2026-11-21T04:11:00.000Z',
    '2026-11-21T04:20:00.000Z',
  ],
  ...[
    '2026-11-21T23:59:59.999Z',
    '2026-12-31T23:59:00.000Z',
    '2027-01-01T00:00:00.000Z',
    '2028-02-29T12:00:00.000Z',
  ],
  // The clocks of Toronto go forward, go back, and went back in these weeks.
  ...['2027-03-14T07:30:00.000Z', '2026-11-01T05:30:00.000Z', '2026-11-08T17:00:00.000Z'],
];

const accounts = { create: async () => true, rememberTimeZone: async () => {} };

/** The log of a demo that is loaded at that instant, and the number of its sales, logins, follow-ups and logouts. */
async function loaded(at: string, store: EventStore) {
  await loadDemoCompany({ store, accounts, clock: { now: () => new Date(at) }, weeks: WEEKS });
  const log = (await store.readAll({ limit: 100_000 })).map(decodeEvent);
  const counts: Record<string, number> = {};
  for (const event of log) counts[kindOf(event)] = (counts[kindOf(event)] ?? 0) + 1;
  return { events: log, log: log.map(({ type, metadata }) => `${metadata.at} ${type}`), counts };
}

/** Follow-ups change the status of a sale; the discount that is granted after payday is not in the plan. */
function kindOf(event: StoredEvent): string {
  const isDiscount = event.type === 'SaleEdited' && event.data.before.status === event.data.after.status;
  return isDiscount ? 'Discount' : event.type;
}

function planned(at: string) {
  const dates = planUntil(at, WEEKS);
  const days = dates.flatMap((date) => date.days);
  return {
    ShiftStarted: days.length,
    SaleRecorded: days.flatMap(({ sales }) => sales).length,
    SaleEdited: dates.flatMap(({ followUps }) => followUps).length,
    ShiftEnded: days.filter(({ endsAt }) => endsAt !== null).length,
  };
}

/** The events whose instant is before that of the event in front of them. */
const outOfOrder = (log: readonly string[]) =>
  log.filter((event, at) => event.slice(0, 24) < (log[at - 1] ?? '').slice(0, 24));

it.each([...HOURS, ...EDGES])(
  'the log of a demo that is loaded at %s is complete and in order, and its pay as its events say',
  async (at) => {
    const { events, log, counts } = await loaded(at, createMemoryEventStore());
    expect(outOfOrder(log), 'events behind a later one').toEqual([]);
    expect(counts).toMatchObject(planned(at));
    const all = async function* () {
      yield* events;
    };
    let statements = 0;
    for await (const { locked, recomputed } of recomputeStatements(all)) {
      expect(locked).toEqual(recomputed);
      statements += 1;
    }
    expect(statements).toBeGreaterThan(0);
  },
);

it('the log of a demo is also in order in a store that appends in batches', async () => {
  const database = await createTestDatabase();
  const store = createPostgresEventStore({ pool: database.pool });
  const { log } = await loaded('2026-11-21T04:11:00.000Z', store);
  await store.close();
  await database.drop();
  expect(outOfOrder(log), 'events behind a later one').toEqual([]);
});
