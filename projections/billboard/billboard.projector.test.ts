import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { projected } from '#tests/support/projected.ts';
import {
  deleted,
  durationSet,
  edited,
  recorded,
  shiftEnded,
  shiftResumed,
  shiftStarted,
} from '#tests/support/sale-story.ts';
import { billboard } from './billboard.projector.ts';

const board = (...events: DomainEvent[]) => projected(billboard, ...events).rowsOf('billboard');

describe('sales', () => {
  test('a Closed sale counts with its commission, another only as a sale', () => {
    expect(board(recorded(), recorded({ status: 'Lead', commissionCents: 500 }, 'second'))).toMatchObject([
      { employee_id: 'ada', day: '2026-03-02', sales: 2, closed_sales: 1, commission_cents: 1000 },
    ]);
  });

  test('an edit to Closed adds, an edit from Closed takes away', () => {
    const lead = { status: 'Lead' } as const;
    expect(board(recorded(lead), edited(lead, {}))).toMatchObject([
      { closed_sales: 1, commission_cents: 1000 },
    ]);
    expect(board(recorded(), edited({}, lead))).toMatchObject([
      { closed_sales: 0, commission_cents: 0, sales: 1 },
    ]);
  });

  test('a sale that moves to another employee and day leaves no trace behind', () => {
    const moved = { employeeId: 'bob', entryDate: '2026-03-03', commissionCents: 700 };
    expect(board(recorded(), edited({}, moved))).toMatchObject([
      { employee_id: 'bob', day: '2026-03-03', sales: 1, closed_sales: 1, commission_cents: 700 },
    ]);
  });

  test('a day without sales and without a shift is not on the board', () => {
    expect(board(recorded(), deleted())).toEqual([]);
    expect(board(shiftStarted, recorded(), deleted())).toMatchObject([{ shift_id: 'shift', sales: 0 }]);
  });
});

describe('shifts', () => {
  test('a shift that starts after the first sale joins its row', () => {
    expect(board(recorded(), shiftStarted)).toMatchObject([
      {
        sales: 1,
        shift_id: 'shift',
        started_at: '2026-03-02T14:00:00.000Z',
        ended_at: null,
        set_duration: 8,
      },
    ]);
  });

  test('a shift ends, is resumed and gets another duration', () => {
    expect(board(shiftStarted, shiftEnded)).toMatchObject([{ ended_at: '2026-03-02T20:00:00.000Z' }]);
    expect(board(shiftStarted, shiftEnded, shiftResumed)).toMatchObject([{ ended_at: null }]);
    expect(board(shiftStarted, durationSet)).toMatchObject([{ set_duration: 6 }]);
  });

  test('an end without a start is not taken in', () => {
    const { rowsOf, aside } = projected(billboard, recorded(), shiftEnded);
    expect(aside).toEqual(['this shift never started']);
    expect(rowsOf('billboard')).toMatchObject([{ ended_at: null, sales: 1 }]);
  });
});
