import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { aDeletion, aLine, anEdit, anEntry } from '../../testing/history.ts';
import {
  changedFieldsOf,
  daysOf,
  linkAsOfThen,
  linkNow,
  mainAndOtherFields,
  unchangedFieldsOf,
} from './entries.ts';

describe('the fields of an event', () => {
  test('that changed are written in the locale of the person', () => {
    const edit = anEntry(anEdit(1, { priceCents: 234_500, discountPercent: 2.5, details: 'by phone' }));
    expect(changedFieldsOf(edit)).toEqual([
      { field: 'Price', before: '$1,200.50', after: '$2,345.00' },
      { field: 'Discount', before: '0%', after: '2.5%' },
      { field: 'Details', before: null, after: 'by phone' },
    ]);
  });

  test('of a new or deleted row have one side', () => {
    const made = changedFieldsOf(anEntry(aLine(1)));
    expect(made).toContainEqual({ field: 'Campaign', before: null, after: 'Solar Roofs' });
    expect(made).toContainEqual({ field: 'Date', before: null, after: 'Mar 2, 2026' });
    expect(made.map(({ field }) => field)).not.toContain('Details');
    expect(changedFieldsOf(anEntry(aDeletion(2)))).toContainEqual({
      field: 'Sold by',
      before: 'Priya Raman',
      after: null,
    });
  });

  test('that stayed are listed, except for empty ones', () => {
    const stayed = unchangedFieldsOf(anEntry(anEdit(1, { priceCents: 5 })));
    expect(stayed).toContainEqual({ field: 'Tax', before: '13%', after: '13%' });
    expect(stayed.map(({ field }) => field)).not.toContain('Price');
    expect(stayed.map(({ field }) => field)).not.toContain('Details');
  });
});

test('of a sale are split into main and other fields', () => {
  const { first, others } = mainAndOtherFields(anEntry(aLine(1)));
  expect(first.map(({ field }) => field)).toEqual(['Status', 'Price', 'Commission']);
  expect(others.length + first.length).toBe(changedFieldsOf(anEntry(aLine(1))).length);
});

describe('the link of an event', () => {
  const [seller, manager] = [
    { id: 'e1', isManager: false },
    { id: 'm1', isManager: true },
  ];
  const of = (kind: HistoryEntry['subject']['kind'], changed: Partial<HistoryEntry> = {}): HistoryEntry => ({
    ...anEntry(aLine(1)),
    subject: { kind, id: 'x1', name: kind === 'shift' ? '2026-03-02' : 'X' },
    ...changed,
  });

  test('is the screen right after it, before other events of the same instant', () => {
    expect(linkAsOfThen(anEntry(aLine(1)), seller)).toEqual({
      label: 'The sale as of then',
      to: `/layout/mysales/sale/s1?as-of=@${anEntry(aLine(1)).position}`,
    });
  });

  test.each([
    ['a sale of another person, for a manager', anEntry(aLine(1)), manager, /report\/e1\?date=2026-03-02$/],
    ['a deleted own sale', anEntry(aDeletion(1)), seller, /mysales$/],
    ['a shift, for a manager', of('shift'), manager, /report\/e1\?date=2026-03-02$/],
    ['an own shift', of('shift'), seller, /dashboard$/],
    ['an employee', of('employee'), manager, /employee\/x1$/],
    ['a deleted employee', of('employee', { effect: 'gone' }), manager, /allemployees$/],
    ['a campaign', of('campaign'), manager, /campaign\/x1$/],
    ['a goal', of('goal'), manager, /goal\/x1$/],
  ])('for %s is its screen', (_what, entry, viewer, to) => {
    expect(linkNow(entry, viewer)?.to).toMatch(to);
  });

  test('is null when no screen of this person shows it', () => {
    expect(linkNow(of('campaign'), seller)).toBeNull();
    expect(linkNow(of('subscription'), manager)).toBeNull();
    expect(linkAsOfThen(of('company'), manager)).toBeNull();
    expect(linkNow(of('shift', { person: { id: 'e2', name: 'Wei' } }), seller)).toBeNull();
  });
});

test('events are grouped by local days, whose keys stay while newer events arrive', () => {
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
