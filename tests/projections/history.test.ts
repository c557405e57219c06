import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { EventMetadata } from '#contracts/events/vocabulary.ts';
import { queriesOn } from '#platform/database.ts';
import { history as historyModel } from '#projections/history/history.projector.ts';
import { createHistoryQueries } from '#projections/history/history.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { HistoryEvent } from '#tests/support/histories/event-histories.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { SEED } from '#tests/support/seed.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { appendHistory, startProjections } from './projection-world.ts';

/** The simple and slow way: every event of a company with the latest time so far. */
function momentsOf(history: readonly HistoryEvent[], companyId: string) {
  let latest = '';
  return history.flatMap(({ position, metadata }) => {
    const { companyId: its, at } = metadata as EventMetadata;
    if (its !== companyId) return [];
    latest = at > latest ? at : latest;
    return [{ position, at: latest }];
  });
}

/** Clocks of several processes: some events have an earlier time than the one before. */
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
  const queries = createHistoryQueries(db);
  const companies = new Set(history.map(({ metadata }) => (metadata as EventMetadata).companyId));
  for (const companyId of companies) {
    const moments = momentsOf(history, companyId);
    expect(await queries.historyEnds(companyId)).toEqual({ first: moments[0], last: moments.at(-1) });
    for (const { position, at } of moments) {
      expect(await queries.lastEventUpTo(companyId, position)).toEqual({ position, at });
      for (const offset of [-1, 0, 1]) {
        const instant = new Date(Date.parse(at) + offset).toISOString();
        const last = moments.findLast((one) => one.at <= instant);
        expect(await queries.positionAt(companyId, instant)).toBe(last?.position ?? -1);
      }
    }
    expect(await queries.positionAt(companyId, '+010000-01-01T00:00:00.000Z')).toBe(moments.at(-1)?.position);
    expect(await queries.positionAt(companyId, '0000-12-31T23:59:59.999Z')).toBe(-1);
    const before = (moments[0]?.position ?? 0) - 1;
    expect(await queries.lastEventUpTo(companyId, before)).toBeNull();
  }
}

test('positions and moments of a company agree with its events, whatever their clocks', async () => {
  console.log(`history: 3 random histories, SEED=${SEED}`);
  const run = fc.asyncProperty(disordered, async (history) => {
    const database = await createTestDatabase();
    try {
      const { store, runner, stop } = await startProjections(database.pool, [historyModel]);
      const last = await appendHistory(store, history);
      expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
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
    const queries = createHistoryQueries(queriesOn<ReadModels>(database.pool));
    expect(await queries.historyEnds('nobody')).toEqual({ first: null, last: null });
    expect(await queries.positionAt('nobody', '2026-01-01T00:00:00.000Z')).toBe(-1);
    expect(await queries.lastEventUpTo('nobody', 5)).toBeNull();
    await stop();
  } finally {
    await database.drop();
  }
});
