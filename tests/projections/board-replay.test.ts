import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardRows, createReplayBoards } from '#contracts/billboard.ts';
import { queriesOn } from '#platform/database.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createReplayQueries, type ReplayQueries } from '#projections/replay/replay.queries.ts';
import { daysFrom } from '#tests/support/histories/event-histories.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { SEED } from '#tests/support/seed.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { appendHistory, startProjections } from './projection-world.ts';

const HISTORIES = 4;
const DAYS = daysFrom('2026-03-01', 4);

type Recorded = { position: number; now: string; companyId: string; date: string; board: unknown };

test('every frame of a replay equals the billboard recorded while it happened', async () => {
  console.log(`replay: ${HISTORIES} random histories, SEED=${SEED}`);
  const seen = { frames: 0, moments: 0, moved: 0 };
  const isReplayed = fc.asyncProperty(anyHistory({ steps: 120, name: 'replayed' }), async (history) => {
    const database = await createTestDatabase();
    try {
      const { store, runner, stop } = await startProjections(database.pool);
      const db = queriesOn<ReadModels>(database.pool);
      const replays = createReplayQueries(db, store);
      const recorded: Recorded[] = [];
      for (const event of history) {
        const position = await appendHistory(store, [event]);
        expect(await runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
        const { companyId, at: now } = event.metadata as { companyId: string; at: string };
        const boards = DAYS.map(async (date) => {
          const board = await createEmployeeDaysQueries(db).billboardOfDay(companyId, date, now);
          recorded.push({ position, now, companyId, date, board });
        });
        await Promise.all(boards);
      }
      const { rows } = await database.pool.query('SELECT * FROM read.set_aside');
      expect(rows).toEqual([]);

      const films = new Map<string, Awaited<ReturnType<typeof film>>>();
      for (const { position, now, companyId, date, board } of recorded) {
        const key = `${companyId} ${date}`;
        const played = films.get(key) ?? (await film(replays, companyId, date));
        films.set(key, played);
        const past = played.moments.filter((moment) => moment.position <= position).length;
        const frame = boardRows(played.boards(past), date, now);
        expect(JSON.stringify(frame)).toBe(JSON.stringify(board));
        seen.frames += 1;
      }
      for (const { moments } of films.values()) {
        seen.moments += moments.length;
        seen.moved += moments.filter(({ kind }) => kind === 'moved').length;
        expect(moments.map(({ at }) => at)).toEqual(moments.map(({ at }) => at).toSorted());
      }
      await stop();
    } finally {
      await database.drop();
    }
  });
  // Without any moved sale this would prove nothing: then more histories are tried.
  for (let more = 0; seen.moved === 0; more += 1) {
    await fc.assert(isReplayed, { seed: SEED + more, numRuns: HISTORIES, endOnFailure: true });
  }
  expect(seen.moments).toBeGreaterThan(HISTORIES * 10);
});

async function film({ boardReplay }: ReplayQueries, companyId: string, date: string) {
  const replay = await boardReplay(companyId, date);
  return { ...replay, boards: createReplayBoards(replay) };
}
