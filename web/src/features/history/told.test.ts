import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { aDeletion, aLine, anEdit, anEntry } from '../../testing/history.ts';
import { daysOf } from './days.ts';
import { placeNow, placeThen } from './places.ts';
import { changedIn, firstIn, unchangedIn } from './values.ts';

// Whatever the machine speaks.
beforeAll(() => void vi.stubGlobal('navigator', { language: 'en-CA', languages: ['en-CA'] }));

describe('the fields of an event', () => {
  test('that changed are written in the way of this person', () => {
    const edit = anEntry(anEdit(1, { priceCents: 234_500, discountPercent: 2.5, details: 'by phone' }));
    expect(changedIn(edit)).toEqual([
      { field: 'Price', before: '$1,200.50', after: '$2,345.00' },
      { field: 'Discount', before: '0%', after: '2.5%' },
      { field: 'Details', before: null, after: 'by phone' },
    ]);
  });

  test('of what is new or gone have one side', () => {
    const made = changedIn(anEntry(aLine(1)));
    expect(made).toContainEqual({ field: 'Campaign', before: null, after: 'Solar Roofs' });
    expect(made).toContainEqual({ field: 'Date', before: null, after: 'Mar 2, 2026' });
    expect(made.map(({ field }) => field)).not.toContain('Details');
    expect(changedIn(anEntry(aDeletion(2)))).toContainEqual({
      field: 'Sold by',
      before: 'Priya Raman',
      after: null,
    });
  });

  test('that stayed are there, but for the empty ones', () => {
    const stayed = unchangedIn(anEntry(anEdit(1, { priceCents: 5 })));
    expect(stayed).toContainEqual({ field: 'Tax', before: '13%', after: '13%' });
    expect(stayed.map(({ field }) => field)).not.toContain('Price');
    expect(stayed.map(({ field }) => field)).not.toContain('Details');
  });
});

test('of a sale among other things the first fields stand apart', () => {
  const { first, others } = firstIn(anEntry(aLine(1)));
  expect(first.map(({ field }) => field)).toEqual(['Status', 'Price', 'Commission']);
  expect(others.length + first.length).toBe(changedIn(anEntry(aLine(1))).length);
});

describe('where an event leads', () => {
  const [seller, manager] = [
    { id: 'e1', isManager: false },
    { id: 'm1', isManager: true },
  ];
  const of = (kind: HistoryEntry['subject']['kind'], changed: Partial<HistoryEntry> = {}): HistoryEntry => ({
    ...anEntry(aLine(1)),
    subject: { kind, id: 'x1', name: kind === 'shift' ? '2026-03-02' : 'X' },
    ...changed,
  });

  test('is the screen right after it, before whatever came at the same instant', () => {
    expect(placeThen(anEntry(aLine(1)), seller)).toEqual({
      label: 'The sale as of then',
      to: `/layout/mysales/sale/s1?as-of=@${anEntry(aLine(1)).position}`,
    });
  });

  test.each([
    ['a sale of somebody else, for a manager', anEntry(aLine(1)), manager, /report\/e1\?date=2026-03-02$/],
    ['a deleted own sale', anEntry(aDeletion(1)), seller, /mysales$/],
    ['a shift, for a manager', of('shift'), manager, /report\/e1\?date=2026-03-02$/],
    ['an own shift', of('shift'), seller, /dashboard$/],
    ['an employee', of('employee'), manager, /employee\/x1$/],
    ['a deleted employee', of('employee', { effect: 'gone' }), manager, /allemployees$/],
    ['a campaign', of('campaign'), manager, /campaign\/x1$/],
    ['a goal', of('goal'), manager, /goal\/x1$/],
  ])('is for %s where it stands', (_what, entry, viewer, to) => {
    expect(placeNow(entry, viewer)?.to).toMatch(to);
  });

  test('is nowhere for what no screen of this person shows', () => {
    expect(placeNow(of('campaign'), seller)).toBeNull();
    expect(placeNow(of('subscription'), manager)).toBeNull();
    expect(placeThen(of('company'), manager)).toBeNull();
    expect(placeNow(of('shift', { person: { id: 'e2', name: 'Wei' } }), seller)).toBeNull();
  });
});

test('events are under the days on the wall, which keep their key while newer ones come', () => {
  const at = (position: number, instant: string) => anEntry(aLine(position, { at: instant }));
  const entries = [
    at(3, '2026-03-03T04:59:00.000Z'),
    at(2, '2026-03-03T05:01:00.000Z'),
    at(1, '2026-03-02T20:00:00.000Z'),
  ];
  const toronto = daysOf(entries, 'America/Toronto');
  expect(toronto.map((day) => day.entries.map(({ position }) => position))).toEqual([[3], [2], [1]]);
  expect(new Set(toronto.map(({ key }) => key)).size).toBe(3);
  const newer = daysOf([at(4, '2026-03-03T04:59:30.000Z'), ...entries], 'America/Toronto');
  expect(newer[0]?.key).toBe(toronto[0]?.key);
  expect(daysOf(entries, 'UTC')).toHaveLength(2);
});
