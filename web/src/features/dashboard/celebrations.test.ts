import { describe, expect, test } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { aRow } from '../../testing/people.ts';
import { closedBetween, emptyQueue, nextCelebration, queued } from './celebration.atoms.ts';

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

describe('the closed sales between two boards', () => {
  const before = board([aRow('ann', { sales: 2, commission: 20.1 }), aRow('bob')]);

  test('are the employees with more closed sales, and their additional commission', () => {
    const after = board([aRow('ann', { sales: 3, commission: 50.2 }), aRow('bob')]);
    expect(closedBetween(before, after)).toEqual([{ ...closed('ann', 1, 30.1), today: 3 }]);
  });

  test('include those of an employee who is new on the board', () => {
    const after = board([...before.rows, aRow('cyd', { sales: 1, commission: 7 })]);
    expect(closedBetween(before, after)).toEqual([closed('cyd', 1, 7)]);
  });

  test('are none after an edit, a deletion, a sign-in or a change of the shift', () => {
    const after = board([
      aRow('ann', { sales: 1, commission: 99 }),
      aRow('bob', { commission: 5, shift_duration: 4 }),
      aRow('cyd'),
    ]);
    expect(closedBetween(before, after)).toEqual([]);
  });

  test('are none at midnight', () => {
    expect(closedBetween(before, board([aRow('ann', { sales: 9 })], '2026-03-03'))).toEqual([]);
  });

  test('are those of the own date where the employee is', () => {
    const after = board([
      aRow('ann', { sales: 3, commission: 9, login_date: '2026-03-03' }),
      aRow('bob', { login_date: '2026-03-03' }),
    ]);
    expect(closedBetween(before, after)).toEqual([closed('ann', 3, 9)]);
    // Back on the earlier of two dates that are not over: its sales were celebrated before.
    expect(closedBetween(after, before)).toEqual([]);
  });

  test('never have a negative commission, also when the same news lowers that of another sale', () => {
    const after = board([aRow('ann', { sales: 3, commission: 5 })]);
    expect(closedBetween(before, after)).toEqual([{ ...closed('ann', 1, 0), today: 3 }]);
  });
});

describe('the queue', () => {
  test('shows the first at once, then the others in turn, then none', () => {
    const two = queued(emptyQueue, [closed('ann'), closed('bob')]);
    expect(two).toEqual({ shown: closed('ann'), waiting: [closed('bob')] });
    const second = nextCelebration(two);
    expect(second).toEqual({ shown: closed('bob'), waiting: [] });
    expect(nextCelebration(second)).toEqual(emptyQueue);
  });

  test('does not change the celebration in the band', () => {
    const one = queued(emptyQueue, [closed('ann')]);
    expect(queued(one, [closed('ann')])).toEqual({ shown: closed('ann'), waiting: [closed('ann')] });
  });

  test('merges the sales of an employee who waits already', () => {
    const busy = queued(emptyQueue, [closed('eve'), closed('ann', 1, 10.1), closed('bob')]);
    const { waiting } = queued(busy, [{ ...closed('ann', 2, 20.2), today: 7 }]);
    expect(waiting).toEqual([{ ...closed('ann', 3, 30.3), today: 7 }, closed('bob')]);
  });

  test('has at most three waiting; the last one sums up all later ones', () => {
    const names = ['eve', 'ann', 'bob', 'cyd', 'dan', 'fay'];
    const many = names.reduce((queue, name) => queued(queue, [closed(name)]), emptyQueue);
    expect(many.waiting).toEqual([closed('ann'), closed('bob'), { kind: 'crowd', sales: 3, commission: 30 }]);
    expect(queued(many, [closed('bob')]).waiting[1]).toMatchObject({ sales: 2, commission: 20 });
  });
});
