import { generateKeyPairSync } from 'node:crypto';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { companyOfStream } from '#contracts/events/streams.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import { eventsOfAnyStore } from '#services/proof/seal/company-events.ts';
import { openProof } from '#services/proof/seal/proof.ts';
import { createSealKeys } from '#services/proof/seal/seal-keys.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { createSealer } from '#services/proof/seal/sealer.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';

/** Keys as a machine has them at its first start. */
export const newSealKeys = () => createSealKeys(generateKeyPairSync('ed25519').privateKey);
/** Of all that a test seals and verifies, unless it names others. */
export const testKeys = newSealKeys();

/** Seals like the program until `stop`; several may run at once. */
export function startSealer(pool: pg.Pool, store: EventStore, keys = testKeys) {
  const stopping = new AbortController();
  const links = createSealLinks(pool);
  const errors: unknown[] = [];
  const log = { error: (fields: object) => errors.push(fields) };
  const running = createSealer({ links, keys, store, log: log as never }).run(stopping.signal);
  return {
    errors,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export async function sealedUpTo(pool: pg.Pool, position: number): Promise<void> {
  const { progress } = createSealLinks(pool);
  const isSealed = async () => expect(await progress()).toBeGreaterThanOrEqual(position);
  await vi.waitFor(isSealed, WAIT_OPTIONS);
}

/** With a store: the verification for any adapter. Without: the one for Postgres, which compares the text. */
export function proofOf(pool: Pick<pg.Pool, 'query'>, store?: EventStore, keys = testKeys) {
  const events = store ? eventsOfAnyStore(store) : createCompanyLog(pool);
  return openProof({ links: createSealLinks(pool), keys, events });
}

export function byCompany<Event extends Pick<RecordedEvent, 'stream'>>(
  events: readonly Event[],
): ReadonlyMap<string, readonly Event[]> {
  const companies = Map.groupBy(events, ({ stream }) => companyOfStream(stream));
  companies.delete(null);
  return companies as ReadonlyMap<string, readonly Event[]>;
}

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

/** Tampers as a person with the database owner's access can. */
export async function tamper(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<void> {
  await pool.query('ALTER TABLE events DISABLE TRIGGER USER');
  await pool.query(statement, values);
  await pool.query('ALTER TABLE events ENABLE TRIGGER USER');
}
