import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { EventMetadata } from '#contracts/events/metadata.ts';
import { queriesOn } from '#platform/database.ts';
import { history as historyModel } from '#projections/history/history.projector.ts';
import { historyEnds, momentOf, positionAt } from '#projections/history/history-moments.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { SEED } from '#tests/support/seed.ts';
import type { HistoryEvent } from '../../support/event-histories.ts';
import { appendHistory, startProjections } from '../../support/projection-world.ts';
import { anyHistory } from '../../support/random-histories.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** What is simplest and slow: every event of a company with the latest time so far. */
function momentsOf(history: readonly HistoryEvent[], companyId: string) {
  let moment = '';
  return history.flatMap(({ position, metadata }) => {
    const { companyId: its, at } = metadata as EventMetadata;
    if (its !== companyId) return [];
    moment = at > moment ? at : moment;
    return [{ position, moment }];
  });
}

/** Clocks of several processes: some events say a time before that of the one before. */
const disordered = fc
  .tuple(anyHistory({ steps: 80, name: 'moments' }), fc.array(fc.integer({ min: -5000, max: 5000 })))
  .map(([history, offsets]) =>
    history.map((event, index): HistoryEvent => {
      const metadata = event.metadata as EventMetadata;
      const at = new Date(Date.parse(metadata.at) + (offsets[index % offsets.length] ?? 0)).toISOString();
      return { ...event, metadata: { ...metadata, at } };
    }),
  );

async function compare(db: Kysely<ReadModels>, history: readonly HistoryEvent[]): Promise<void> {
  const companies = new Set(history.map(({ metadata }) => (metadata as EventMetadata).companyId));
  for (const companyId of companies) {
    const moments = momentsOf(history, companyId);
    expect(await historyEnds(db, companyId)).toEqual({ first: moments[0], last: moments.at(-1) });
    for (const { position, moment } of moments) {
      expect(await momentOf(db, companyId, position)).toBe(moment);
      for (const offset of [-1, 0, 1]) {
        const instant = new Date(Date.parse(moment) + offset).toISOString();
        const last = moments.findLast((one) => one.moment <= instant);
        expect(await positionAt(db, companyId, instant)).toBe(last?.position ?? -1);
      }
    }
    expect(await positionAt(db, companyId, '+010000-01-01T00:00:00.000Z')).toBe(moments.at(-1)?.position);
    expect(await positionAt(db, companyId, '0000-12-31T23:59:59.999Z')).toBe(-1);
    const before = (moments[0]?.position ?? 0) - 1;
    expect(await momentOf(db, companyId, before)).toBeNull();
  }
}

test('positions and moments of a company agree with its events, whatever their clocks said', async () => {
  console.log(`history: 3 random histories, SEED=${SEED}`);
  const run = fc.asyncProperty(disordered, async (history) => {
    const database = await createTestDatabase();
    try {
      const { store, runner, stop } = await startProjections(database.pool, [historyModel]);
      const last = await appendHistory(store, history);
      expect(await runner.progress.waitFor(last, PATIENCE_MS)).toBe(true);
      await compare(queriesOn<ReadModels>(database.pool), history);
      await stop();
    } finally {
      await database.drop();
    }
  });
  await fc.assert(run, { numRuns: 3, endOnFailure: true });
});

test('a company without events has neither moments nor positions', async () => {
  const database = await createTestDatabase();
  try {
    const { stop } = await startProjections(database.pool, [historyModel]);
    const db = queriesOn<ReadModels>(database.pool);
    expect(await historyEnds(db, 'nobody')).toEqual({ first: null, last: null });
    expect(await positionAt(db, 'nobody', '2026-01-01T00:00:00.000Z')).toBe(-1);
    expect(await momentOf(db, 'nobody', 5)).toBeNull();
    await stop();
  } finally {
    await database.drop();
  }
});
