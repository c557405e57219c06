import type pg from 'pg';
import { companyOfStream } from '#contracts/events/streams.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { createSealer } from '#services/proof/seal/sealer.ts';
import { newSealKeys } from '#tests/proof/sealing-world.ts';
import type { HistoryEvent } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';

/** The work of two companies; their ids are added to `companies`. */
export function* logOfCompanies(events: number, companies: Set<string>): Generator<HistoryEvent, void, void> {
  for (const event of workingHistory({ events, companies: 2, employees: 100, days: 60 })) {
    companies.add(companyOfStream(event.stream) ?? '');
    yield event;
  }
}

/** Seals a log of so many events, by the sealer itself. */
export async function sealAll(pool: pg.Pool, store: EventStore, events: number): Promise<void> {
  const done = new AbortController();
  const links = createSealLinks(pool);
  const write = async (batch: Parameters<typeof links.write>[0]) => {
    const written = await links.write(batch);
    if (batch.to >= events) done.abort();
    return written;
  };
  const log = {
    error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`),
  };
  await createSealer({ links: { ...links, write }, keys: newSealKeys(), store, log: log as never }).run(
    done.signal,
  );
  await pool.query('ANALYZE seal_links');
}
