import { expect, test } from 'vitest';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { csvOf } from '../../ui/csv.ts';
import { reportColumns } from './report-table.view.tsx';
import { countedText, durationText } from './shift-hours.ts';

const DATE = '2026-11-24';

function aShift(changed: Partial<ShiftLogRow> = {}): ShiftLogRow {
  return {
    ...{ id: 's1', employee_id: 'e1', first_name: 'Priya', last_name: 'Raman', campaign_name: 'Solar Roofs' },
    ...{
      login_date: '2026-11-25',
      login_time: `${DATE}T22:01:00.000Z`,
      logout_time: `${DATE}T22:27:00.000Z`,
    },
    ...{ timezone: 'Asia/Manila', start_reason: 'login', shift_duration: 'N/A', hours: 1 },
    ...{ sales: 2, sales_per_hour: 2, commission: 108.52 },
    ...changed,
  };
}

test.each([
  ['ended, clocked', {}, '0.43 hrs clocked', '1 hr counted'],
  ['ended, long enough', { logout_time: '2026-11-25T01:01:00.000Z', hours: 3 }, '3 hrs clocked', null],
  ['ended, set', { shift_duration: 8, hours: 8 }, '8 hrs', null],
  ['set to nothing', { shift_duration: 0, hours: null }, '0 hrs', null],
  ['open', { logout_time: null, hours: 1.5 }, 'N/A', '1.5 hrs counted'],
  ['open, set', { logout_time: null, shift_duration: 8, hours: 1.5 }, '8 hrs', '1.5 hrs counted'],
  ['without a shift', { login_time: null, logout_time: null, shift_duration: 0, hours: null }, '–', null],
] as const)(
  'a shift that is %s shows its hours, and those that count where they differ',
  (_, shift, duration, counted) => {
    expect([durationText(aShift(shift)), countedText(aShift(shift))]).toEqual([duration, counted]);
  },
);

test.each([true, false])(
  'the download has the hours, the clock of the person and the totals’ parts: %s',
  (mayEdit) => {
    const none = { login_time: null, logout_time: null, timezone: null, shift_duration: 0, hours: null };
    expect(csvOf(reportColumns(mayEdit), [aShift(), aShift(none)], '.').split('\r\n')).toEqual([
      'Login Date,Login Time,Time zone,Shift Duration,Counted hours,Commission,Sales/hr,Sales',
      '2026-11-25,06:01,Asia/Manila,0.433333,1,108.52,2,2',
      '2026-11-25,,,,,108.52,2,2',
    ]);
  },
);
