import { describe, expect, test } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { aRow } from '../../testing/people.ts';
import { closedBetween, emptyQueue, nextTurn, queued } from './celebrations.ts';

const board = (rows: BillboardRow[], date = '2026-03-02') => ({ date, rows });

const closed = (who: string, sales = 1, commission = 10) => ({
  kind: 'person' as const,
  employeeId: who,
  firstName: who,
  lastName: 'Test',
  sales,
  commission,
  today: sales,
});

describe('what was closed between two boards', () => {
  const before = board([aRow('ann', { sales: 2, commission: 20.1 }), aRow('bob')]);

  test('is who has more closed sales, and how much more commission', () => {
    const after = board([aRow('ann', { sales: 3, commission: 50.2 }), aRow('bob')]);
    expect(closedBetween(before, after)).toEqual([{ ...closed('ann', 1, 30.1), today: 3 }]);
  });

  test('also by somebody who was not on the board yet', () => {
    const after = board([...before.rows, aRow('cyd', { sales: 1, commission: 7 })]);
    expect(closedBetween(before, after)).toEqual([closed('cyd', 1, 7)]);
  });

  test('is nothing after an edit, a deletion, a sign-in or a change of the shift', () => {
    const after = board([
      aRow('ann', { sales: 1, commission: 99 }),
      aRow('bob', { commission: 5, shift_duration: 4 }),
      aRow('cyd'),
    ]);
    expect(closedBetween(before, after)).toEqual([]);
  });

  test('is nothing at midnight', () => {
    expect(closedBetween(before, board([aRow('ann', { sales: 9 })], '2026-03-03'))).toEqual([]);
  });

  test('is not less than nothing where the same news lowers the commission of another sale', () => {
    const after = board([aRow('ann', { sales: 3, commission: 5 })]);
    expect(closedBetween(before, after)).toEqual([{ ...closed('ann', 1, 0), today: 3 }]);
  });
});

describe('the queue', () => {
  test('shows the first at once, then one after the other, then none', () => {
    const two = queued(emptyQueue, [closed('ann'), closed('bob')]);
    expect(two).toEqual({ shown: closed('ann'), waiting: [closed('bob')] });
    const second = nextTurn(two);
    expect(second).toEqual({ shown: closed('bob'), waiting: [] });
    expect(nextTurn(second)).toEqual(emptyQueue);
  });

  test('leaves what is in the band alone', () => {
    const one = queued(emptyQueue, [closed('ann')]);
    expect(queued(one, [closed('ann')])).toEqual({ shown: closed('ann'), waiting: [closed('ann')] });
  });

  test('gives who waits already one turn for all', () => {
    const busy = queued(emptyQueue, [closed('eve'), closed('ann', 1, 10.1), closed('bob')]);
    const { waiting } = queued(busy, [{ ...closed('ann', 2, 20.2), today: 7 }]);
    expect(waiting).toEqual([{ ...closed('ann', 3, 30.3), today: 7 }, closed('bob')]);
  });

  test('has at most three turns ahead; the last is for all who would come later', () => {
    const names = ['eve', 'ann', 'bob', 'cyd', 'dan', 'fay'];
    const many = names.reduce((queue, name) => queued(queue, [closed(name)]), emptyQueue);
    expect(many.waiting).toEqual([closed('ann'), closed('bob'), { kind: 'crowd', sales: 3, commission: 30 }]);
    expect(queued(many, [closed('bob')]).waiting[1]).toMatchObject({ sales: 2, commission: 20 });
  });
});
