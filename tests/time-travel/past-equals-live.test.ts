import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { eventStoreServer } from '#tests/platform/event-store/eventstore-server/eventstore-server.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { lookBack, recordReads, spreadOverDays } from './recorded-reads.ts';

async function livedAndLookedBack(steps: number, store?: EventStore): Promise<void> {
  console.log(`as of: a random history, SEED=${SEED}`);
  const [history = []] = fc.sample(anyHistory({ steps, name: 'as of' }), { numRuns: 1 });
  const random = seededRandom(SEED);
  const pick = (below: number) => Math.floor(random() * below);
  const database = await createTestDatabase();
  try {
    const { api, records } = await recordReads(database.url, spreadOverDays(history), {
      pick,
      ...(store && { store }),
    });
    try {
      const { byInstant } = await lookBack(api, records);
      // Hardly any rows would prove nothing.
      expect(records.filter(({ status }) => status === 200).length).toBeGreaterThan(records.length / 3);
      expect(byInstant).toBeGreaterThan(records.length / 20);
    } finally {
      await api.close();
    }
  } finally {
    await database.drop();
  }
}

it('every reply as of every event equals the reply given right after it', async () => {
  await livedAndLookedBack(70);
});

describe('in every event store', () => {
  it('memory', async () => {
    await livedAndLookedBack(10, createMemoryEventStore());
  });

  it('EventStoreDB', async () => {
    const server = await eventStoreServer({ isAlone: true });
    try {
      await livedAndLookedBack(10, createEventStoreDbEventStore({ url: server.url }));
    } finally {
      await server.stop();
    }
  });
});
