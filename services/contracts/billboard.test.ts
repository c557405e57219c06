import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardRows, createReplayBoards } from './billboard.ts';
import type { Replay } from './endpoints/replay.endpoints.ts';

const cards = ['ann', 'bob', 'cyd'].map((employee_id) => ({
  ...{ id: employee_id, employee_id, first_name: employee_id, last_name: '', campaign_name: null },
  ...{ login_time: null, logout_time: null, shift_duration: 'N/A' as const },
}));
/** Long enough to go back by more than one of the boards that are kept. */
const moments: Replay['moments'] = Array.from({ length: 350 }, (_, at) => ({
  ...{ at: '2026-03-02T13:00:00.000Z', position: at, kind: 'closed', employee_id: null, price: null },
  rows: at % 5 === 4 ? [] : [{ card: at % 3, sales: at, commission: at / 100 }],
  gone: at % 5 === 4 ? [cards[at % 3]?.employee_id ?? ''] : [],
}));
const now = '2026-03-02T14:00:00.000Z';
const shown = (boards: ReturnType<typeof createReplayBoards>, at: number) =>
  boardRows(boards(at), '2026-03-02', now);

test('a board is the sum of the moments before it, in whatever order it is reached', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 360 }), { minLength: 1, maxLength: 30 }), (visited) => {
      const boards = createReplayBoards({ cards, moments });
      for (const at of visited) {
        const upTo = moments.slice(0, Math.max(0, at));
        const told = createReplayBoards({ cards, moments: upTo });
        expect(shown(boards, at)).toEqual(shown(told, upTo.length));
      }
    }),
    { numRuns: 60 },
  );
});

test('the board before the first moment is empty, and a removed employee can return', () => {
  const boards = createReplayBoards({ cards, moments });
  expect(shown(boards, 0)).toEqual([]);
  expect(shown(boards, 5).map(({ employee_id }) => employee_id)).not.toContain('bob');
  expect(shown(boards, 8).map(({ employee_id }) => employee_id)).toContain('bob');
});
