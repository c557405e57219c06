import { describe, expect, test } from 'vitest';
import type { ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';
import { momentsByEnd } from './end-of-day.ts';

const moment = (at: string, kind: ReplayMoment['kind'] = 'closed'): ReplayMoment => {
  return { at, position: 1, kind, employee_id: 'ann', price: null, rows: [], gone: [] };
};
const toronto = { date: '2026-03-02', zones: ['America/Toronto'], now: '2026-04-01T00:00:00.000Z' };

describe('a date that is over', () => {
  test('ends at its midnight; what came after it is later', () => {
    const moments = [moment('2026-03-02T15:00:00.000Z'), moment('2026-03-03T05:00:00.001Z')];
    const { byEnd, later, end } = momentsByEnd(moments, toronto);
    expect([byEnd.length, later, end]).toEqual([1, 1, '2026-03-03T05:00:00.000Z']);
  });

  test('is over when it is over for all who worked', () => {
    const zones = ['America/Toronto', 'America/Vancouver', 'Europe/Paris'];
    expect(momentsByEnd([], { ...toronto, zones }).end).toBe('2026-03-03T08:00:00.000Z');
  });

  test('has the shifts that midnight closed, however late that was noticed', () => {
    const moments = [
      moment('2026-03-02T15:00:00.000Z'),
      moment('2026-03-03T05:00:41.000Z', 'shift closed'),
      moment('2026-03-03T05:00:41.000Z', 'shift closed'),
      moment('2026-03-05T15:00:00.000Z', 'changed'),
    ];
    const { byEnd, later, end } = momentsByEnd(moments, toronto);
    expect([byEnd.length, later, end]).toEqual([3, 1, '2026-03-03T05:00:41.000Z']);
  });

  test('what is closed behind a correction is later, too: a replay is one stretch of the log', () => {
    const moments = [moment('2026-03-03T05:00:30.000Z'), moment('2026-03-03T05:00:41.000Z', 'shift closed')];
    expect(momentsByEnd(moments, toronto)).toMatchObject({ byEnd: [], later: 2 });
  });
});

test('a date that lasts ends now', () => {
  const now = '2026-03-02T16:00:00.000Z';
  const { byEnd, later, end } = momentsByEnd([moment('2026-03-02T15:00:00.000Z')], { ...toronto, now });
  expect([byEnd.length, later, end]).toEqual([1, 0, now]);
});
