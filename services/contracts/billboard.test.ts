import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardRows, byBillboardOrder, createReplayBoards } from './billboard.ts';
import type { Replay } from './endpoints/replay.endpoints.ts';

const cards = ['ann', 'bob', 'cyd', 'dot'].map((employee_id) => ({
  ...{ id: employee_id, employee_id, first_name: employee_id, last_name: '', campaign_name: null },
  ...{
    login_time: null,
    timezone: null,
    current_timezone: null,
    logout_time: null,
    shift_duration: 'N/A' as const,
  },
}));
/** Long enough to go back by more than one of the boards that are kept. */
const moments: Replay['moments'] = Array.from({ length: 350 }, (_, at) => ({
  ...{ at: '2026-03-02T13:00:00.000Z', position: at, kind: 'closed', employee_id: null, price: null },
  rows: [
    ...(at % 5 === 4 ? [] : [{ card: at % 3, sales: at, commission: at / 100 }]),
    // One sale early in the day, which every later board has to keep.
    ...(at === 1 ? [{ card: 3, sales: 1, commission: 9 }] : []),
  ],
  gone: at % 5 === 4 ? [cards[at % 3]?.employee_id ?? ''] : [],
}));
const now = '2026-03-02T14:00:00.000Z';
const shown = (boards: ReturnType<typeof createReplayBoards>, at: number) =>
  boardRows(boards(at), '2026-03-02', now);

test('a board is the sum of the moments before it, in whatever order it is reached', () => {
  const step = createReplayBoards({ cards, moments });
  const expected = Array.from({ length: moments.length + 1 }, (_, at) => shown(step, at));
  expect(expected.at(-1)?.map(({ employee_id }) => employee_id)).toContain('dot');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 360 }), { minLength: 1, maxLength: 30 }), (visited) => {
      const boards = createReplayBoards({ cards, moments });
      for (const at of visited) {
        expect(shown(boards, at)).toEqual(expected[Math.min(Math.max(0, at), moments.length)]);
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

test('most commission comes first, then most sales, then the name, then the id', () => {
  const row = (employee_id: string, first_name: string, commission: number, sales: number) => ({
    ...{ employee_id, first_name, last_name: 'Roy', commission, sales },
  });
  const ordered = [
    row('5', 'Zoé', 20, 1),
    row('4', 'Zoé', 10, 3),
    row('3', 'Éva', 10, 2),
    { ...row('2', 'Max', 10, 2), last_name: 'Alba' },
    row('0', 'Max', 10, 2),
    row('1', 'Max', 10, 2),
  ];
  expect([...ordered].reverse().sort(byBillboardOrder)).toEqual(ordered);
  expect([3, 1, 5, 0, 2, 4].map((at) => ordered[at] as (typeof ordered)[0]).sort(byBillboardOrder)).toEqual(
    ordered,
  );
});

test('a row has the rate of its shift, and none without a login or with a duration of 0', () => {
  const shift = {
    ...{ login_time: '2026-03-02T10:00:00.000Z', logout_time: '2026-03-02T14:00:00.000Z' },
    shift_duration: 8 as number | 'N/A',
  };
  const rowOf = (change: Partial<typeof shift> | { login_time: null }) => {
    const card = { ...cards[0], ...shift, ...change } as Replay['cards'][0];
    const figures = { card: 0, sales: 6, commission: 12.5 };
    return boardRows(new Map([['ann', { card, figures }]]), '2026-03-02', now);
  };
  expect(rowOf({})).toEqual([
    {
      ...{
        timezone: null,
        current_timezone: null,
        id: 'ann',
        employee_id: 'ann',
        first_name: 'ann',
        last_name: '',
        campaign_name: null,
      },
      ...{ login_date: '2026-03-02', login_time: shift.login_time, shift_duration: 8 },
      ...{ sales: 6, sales_per_hour: 0.75, commission: 12.5 },
    },
  ]);
  expect(rowOf({ shift_duration: 'N/A' })).toMatchObject([{ shift_duration: 'N/A', sales_per_hour: 1.5 }]);
  expect(rowOf({ shift_duration: 0 })).toMatchObject([{ shift_duration: 0, sales_per_hour: 'N/A' }]);
  expect(rowOf({ login_time: null })).toMatchObject([{ login_time: null, sales_per_hour: 'N/A' }]);
});

test('rows are in billboard order', () => {
  const board = createReplayBoards({ cards, moments })(3);
  expect(boardRows(board, '2026-03-02', now).map(({ employee_id }) => employee_id)).toEqual([
    'dot',
    'cyd',
    'bob',
    'ann',
  ]);
});
