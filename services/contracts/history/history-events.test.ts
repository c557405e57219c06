import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { shiftId } from '../events/shift.events.ts';
import { events } from '../events/vocabulary.ts';
import {
  descriptionOf,
  HISTORY_EVENT_TYPES,
  type HistoryEventType,
  kindOf,
  originText,
  streamOf,
  subjectOf,
} from './history-events.ts';
import { valueText } from './values.ts';

const sale = {
  ...{ employeeId: 'ada', campaignId: 'spring', entryDate: '2026-03-02', saleName: 'Desk' },
  ...{ customerNumber: '42', details: '', status: 'Lead', priceCents: 10_000, discountPercent: 0 },
  ...{ taxPercent: 13, commissionPercent: 10, commissionCents: 870 },
} as const;
const names = { person: () => 'Ada', campaign: () => 'Spring', goal: () => undefined };

const edit = (after: Partial<Record<keyof typeof sale, string | number>>) =>
  descriptionOf({
    type: 'SaleEdited',
    data: { saleId: 's', before: sale, after: { ...sale, ...after } } as never,
  });

describe('every type of event', () => {
  it('except CompanyErased has a description', () => {
    const { CompanyErased, ...others } = events;
    expect(new Set<string>(HISTORY_EVENT_TYPES)).toEqual(new Set(Object.keys(others)));
  });

  it.each(HISTORY_EVENT_TYPES)('%s names what happened, what it is about and each field', (type) => {
    const data = Value.Create(events[type].data as TSchema) as never;
    const words = descriptionOf({ type, data });
    expect(words.title).toMatch(/^[A-Z][a-z]/);
    expect(words.changes.length).toBeGreaterThan(0);
    for (const { label, type: valueType, before, after } of words.changes) {
      expect(label).toMatch(/^[A-Z][a-z]/);
      for (const value of [before, after]) expect(typeof valueText(valueType, value, names)).toBe('string');
    }
    const labels = words.changes.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    const about = subjectOf({ type, data, metadata: { companyId: 'co' } } as never);
    expect(about.kind).toBe(kindOf(type));
    expect(streamOf('co', about.kind, about.id)).toContain('co');
  });
});

describe('an edit', () => {
  it.each([
    [{ priceCents: 20_000, commissionCents: 1740 }, 'Price changed'],
    [{ priceCents: 20_000, discountPercent: 5, commissionCents: 1 }, 'Price and discount changed'],
    [{ status: 'Closed' }, 'Status changed'],
    [{ status: 'Closed', priceCents: 1, details: 'by phone' }, 'Sale edited'],
    [{}, 'Sale edited'],
  ])('%j is called "%s"', (after, title) => {
    expect(edit(after).title).toBe(title);
  });

  it('shows every field before and after, and which of them changed', () => {
    const { changes } = edit({ priceCents: 20_000, details: 'by phone' });
    expect(new Set(changes.map(({ field }) => field))).toEqual(new Set(Object.keys(sale)));
    expect(changes.filter(({ changed }) => changed)).toEqual([
      { field: 'priceCents', label: 'Price', type: 'money', changed: true, before: 10_000, after: 20_000 },
      { field: 'details', label: 'Details', type: 'text', changed: true, before: null, after: 'by phone' },
    ]);
  });
});

it('shows values as text', () => {
  expect(valueText('money', 123_450, names)).toBe('$1234.50');
  expect(valueText('percent', 9.5, names)).toBe('9.5 %');
  expect(valueText('hours', 1, names)).toBe('1 hour');
  expect(valueText('person', 'x', names)).toBe('Ada');
  expect(valueText('goal', 'x', names)).toBe('goal x');
  expect(valueText('text', null, names)).toBe('');
});

it('names the origin of an event', () => {
  const from = (type: HistoryEventType, data: object, origin: string) =>
    originText({ type, data, metadata: { origin } } as never);
  expect(from('ShiftEnded', { reason: 'midnight' }, 'job')).toBe('by the program at midnight');
  expect(from('ShiftEnded', { reason: 'logout' }, 'api')).toBe('in the app');
  expect(from('SaleRecorded', {}, 'import')).toBe('by import');
});

it('identifies a shift by employee and date, like its stream', () => {
  fc.assert(
    fc.property(fc.uuid(), (employee) => {
      const id = shiftId(employee, '2026-03-02');
      expect(streamOf('co', 'shift', id)).toBe(`shift-co_${employee}_2026-03-02`);
    }),
  );
});
