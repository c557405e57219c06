import { describe, expect, test } from 'vitest';
import type { BillboardChange, SaleNews } from '#contracts/live/live-protocol.ts';
import { aRow } from '../testing/people.ts';
import { type HeldTopics, withChange, withSnapshot } from './live-topic.ts';

const rows = [aRow('ann'), aRow('bob')];
const held: HeldTopics = withSnapshot(
  {},
  { topic: 'billboard', version: 7, data: { date: '2026-03-02', rows } },
);

function change(from: number, version: number, changed: Partial<BillboardChange> = {}) {
  return { topic: 'billboard' as const, from, version, data: { rows: [], removed: [], ...changed } };
}

function boardOf(next: HeldTopics | 'gap') {
  if (next === 'gap') throw new Error('a gap');
  return next.billboard;
}

describe('a change that starts from the held version', () => {
  test('replaces its rows and leaves the others the same objects', () => {
    const sold = aRow('bob', { sales: 1, commission: 12 });
    const board = boardOf(withChange(held, change(7, 9, { rows: [sold] })));
    expect(board).toEqual({ version: 9, base: 7, data: { date: '2026-03-02', rows: [rows[0], sold] } });
    expect(board?.data.rows[0]).toBe(rows[0]);
  });

  test('adds a new row', () => {
    const board = boardOf(withChange(held, change(7, 8, { rows: [aRow('cyd')] })));
    expect(board?.data.rows.map((row) => row.employee_id)).toEqual(['ann', 'bob', 'cyd']);
  });

  test('removes a row', () => {
    const removed = [{ employeeId: 'ann', date: '2026-03-02' }];
    const board = boardOf(withChange(held, change(7, 8, { removed })));
    expect(board?.data.rows.map((row) => row.employee_id)).toEqual(['bob']);
  });

  test('takes the row of an employee whose own date is another one', () => {
    const elsewhere = aRow('ann', { login_date: '2026-03-03' });
    const board = boardOf(withChange(held, change(7, 8, { rows: [elsewhere] })));
    expect(board).toEqual({ version: 8, base: 7, data: { date: '2026-03-02', rows: [elsewhere, rows[1]] } });
  });
});

test('news of a sale replaces what was held of it', () => {
  const told = (saleId: string, price: string) => ({ saleId, price }) as SaleNews;
  const data = [told('a', '$1.00'), told('b', '$2.00')];
  const before = withSnapshot({}, { topic: 'sale news', version: 1, data });
  const news = { topic: 'sale news' as const, from: 1, version: 2, data: [told('a', '$9.00')] };
  const after = withChange(before, news) as HeldTopics;
  expect(after['sale news']?.data).toEqual([told('b', '$2.00'), told('a', '$9.00')]);
});

test('a change that starts from another version is a gap', () => {
  expect(withChange(held, change(8, 9))).toBe('gap');
});

test('a change before any snapshot is a gap', () => {
  expect(withChange({}, change(7, 8))).toBe('gap');
});

test('a change that is already held changes nothing', () => {
  expect(withChange(held, change(5, 7, { rows: [aRow('ann', { commission: 1 })] }))).toBe(held);
});

test('a figure that only the clock changed keeps its version', () => {
  const slower = aRow('bob', { sales_per_hour: 0.5 });
  expect(boardOf(withChange(held, change(7, 7, { rows: [slower] })))).toEqual({
    version: 7,
    base: 7,
    data: { date: '2026-03-02', rows: [rows[0], slower] },
  });
});

test('a snapshot leaves the rows that did not change the same objects', () => {
  const sold = aRow('bob', { sales: 1, commission: 12 });
  const data = { date: '2026-03-02', rows: [{ ...aRow('ann') }, sold] };
  const next = withSnapshot(held, { topic: 'billboard', version: 9, data }).billboard;
  expect(next).toEqual({ version: 9, base: 9, data });
  expect(next?.data.rows[0]).toBe(rows[0]);
});

test('a snapshot wins over a higher version, because the next changes start from it', () => {
  const older = withSnapshot(held, {
    topic: 'billboard',
    version: 3,
    data: { date: '2026-03-02', rows: [] },
  });
  expect(older.billboard?.version).toBe(3);
  expect(withChange(older, change(3, 4))).not.toBe('gap');
});
