import { expect, test } from 'vitest';
import { projected } from '#tests/support/projected.ts';
import { deleted, edited, recorded, shiftEnded, shiftStarted } from '#tests/support/sale-story.ts';
import { salesPerHour } from './sales-per-hour.projector.ts';

const TABLE = 'sales_per_hour';

test('Closed sales and the shift of a day are kept, the rate is not', () => {
  const { rowsOf } = projected(
    salesPerHour,
    shiftStarted,
    recorded(),
    recorded({ status: 'Lead' }, 'lead'),
    shiftEnded,
  );
  expect(rowsOf(TABLE)).toEqual([
    {
      company_id: 'co',
      employee_id: 'ada',
      day: '2026-03-02',
      closed_sales: 1,
      shift_id: 'shift',
      started_at: '2026-03-02T14:00:00.000Z',
      ended_at: '2026-03-02T20:00:00.000Z',
      set_duration: 8,
    },
  ]);
});

test('a Closed sale moves its count with it to another day', () => {
  const { rowsOf } = projected(salesPerHour, recorded(), edited({}, { entryDate: '2026-03-04' }));
  expect(rowsOf(TABLE)).toMatchObject([{ day: '2026-03-04', closed_sales: 1 }]);
});

test('a day with neither shift nor Closed sale has no row', () => {
  expect(projected(salesPerHour, recorded(), deleted()).rowsOf(TABLE)).toEqual([]);
  expect(projected(salesPerHour, recorded({ status: 'None' })).rowsOf(TABLE)).toEqual([]);
});
