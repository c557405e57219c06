import { expect, test } from 'vitest';
import { aRow } from '../testing/people.ts';
import { billboardColumns, distanceOf } from './billboard-table.tsx';
import { csvOf } from './csv.ts';

const rows = [
  aRow('ann', { commission: 100.3 }),
  aRow('bob', { commission: 0.1 }),
  aRow('cyd', { commission: 0.1 }),
];

test('the distance is the commission to the next better place', () => {
  expect(distanceOf(rows, 'bob')).toBe('$100.20 to no. 1');
  expect(distanceOf(rows, 'cyd')).toBe('level with no. 2');
});

test('the best has none, and a person without a row', () => {
  expect(distanceOf(rows, 'ann')).toBeNull();
  expect(distanceOf(rows, 'eve')).toBeNull();
  expect(distanceOf(rows, undefined)).toBeNull();
});

test('a download has the time on the clock of the person, with its date and its zone', () => {
  const login = { login_date: '2026-11-25', login_time: '2026-11-24T22:01:00.000Z', timezone: 'Asia/Manila' };
  const row = aRow('ann', { ...login, campaign_name: 'Solar', shift_duration: 8, sales: 3 });
  const [head, line] = csvOf(billboardColumns(undefined), [row], '.').split('\r\n');
  expect(head).toBe('Name,Campaign,Login Time,Login Date,Time zone,Shift Duration,Sales/hr,Sales,Commission');
  expect(line).toContain('Solar,06:01,2026-11-25,Asia/Manila,8,');
});
