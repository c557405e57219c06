import { expect, test } from 'vitest';
import { projected } from '#tests/support/projected.ts';
import {
  deleted,
  durationSet,
  recorded,
  shiftEnded,
  shiftResumed,
  shiftStarted,
} from '#tests/support/sale-story.ts';
import { logs } from './logs.projector.ts';

test('a shift is one row with its times and its Closed sales, before and after it began', () => {
  const { rowsOf } = projected(
    logs,
    recorded({ commissionCents: 1 }, 'early'),
    shiftStarted,
    recorded({ commissionCents: 2 }, 'late'),
    recorded({ status: 'Negotiating' }, 'open'),
    shiftEnded,
  );
  expect(rowsOf('shift_log')).toMatchObject([
    {
      employee_id: 'ada',
      login_date: '2026-03-02',
      shift_id: 'shift',
      time_zone: 'America/Toronto',
      started_at: '2026-03-02T14:00:00.000Z',
      ended_at: '2026-03-02T20:00:00.000Z',
      set_duration: 8,
      closed_sales: 2,
      commission_cents: 3,
      shift_since: 5,
    },
  ]);
  expect(rowsOf('past_shifts')).toEqual([
    {
      company_id: 'co',
      employee_id: 'ada',
      login_date: '2026-03-02',
      shift_id: 'shift',
      time_zone: 'America/Toronto',
      started_at: '2026-03-02T14:00:00.000Z',
      ended_at: null,
      set_duration: 8,
      since: 2,
      until: 5,
    },
  ]);
});

test('a later login resumes the shift, a manager sets its duration', () => {
  const { rowsOf } = projected(logs, shiftStarted, shiftEnded, shiftResumed, durationSet);
  expect(rowsOf('shift_log')).toMatchObject([
    { ended_at: null, set_duration: 6, time_zone: 'America/Los_Angeles', shift_since: 4 },
  ]);
  expect(rowsOf('past_shifts')).toMatchObject([
    { ended_at: null, set_duration: 8, since: 1, until: 2 },
    { time_zone: 'America/Toronto', since: 2, until: 3 },
    { ended_at: null, set_duration: 8, time_zone: 'America/Los_Angeles', since: 3, until: 4 },
  ]);
});

test('a shift that was never started has no log to change', () => {
  const { rowsOf, aside } = projected(logs, durationSet);
  expect(aside).toEqual(['this shift never started']);
  expect(rowsOf('shift_log')).toEqual([]);
});

test('sales without a shift leave no row when they are gone', () => {
  expect(projected(logs, recorded(), deleted()).rowsOf('shift_log')).toEqual([]);
});
