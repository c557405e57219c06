import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { eventSchemas } from '../events/vocabulary.ts';
import { kindOfType, streamOf } from './kinds.ts';
import { HISTORY_EVENT_TYPES, type HistoryEventType, shiftId, subjectOf } from './subject.ts';
import { valueText } from './values.ts';
import { originWords, wordsOf } from './words.ts';

const sale = {
  ...{ employeeId: 'ada', campaignId: 'spring', entryDate: '2026-03-02', saleName: 'Desk' },
  ...{ customerNumber: '42', details: '', status: 'Lead', priceCents: 10_000, discountPercent: 0 },
  ...{ taxPercent: 13, commissionPercent: 10, commissionCents: 870 },
} as const;
const names = { person: () => 'Ada', campaign: () => 'Spring', goal: () => undefined };

const edit = (after: Partial<Record<keyof typeof sale, string | number>>) =>
  wordsOf({ type: 'SaleEdited', data: { saleId: 's', before: sale, after: { ...sale, ...after } } as never });

describe('every type of event', () => {
  it('but the trace of an erased company has words', () => {
    const { CompanyErased, ...others } = eventSchemas;
    expect(new Set<string>(HISTORY_EVENT_TYPES)).toEqual(new Set(Object.keys(others)));
  });

  it.each(HISTORY_EVENT_TYPES)('%s names what happened, what it is about and each field', (type) => {
    const data = Value.Create(eventSchemas[type] as TSchema) as never;
    const words = wordsOf({ type, data });
    expect(words.title).toMatch(/^[A-Z][a-z]/);
    expect(words.changes.length).toBeGreaterThan(0);
    for (const { label, type: valueType, before, after } of words.changes) {
      expect(label).toMatch(/^[A-Z][a-z]/);
      for (const value of [before, after]) expect(typeof valueText(valueType, value, names)).toBe('string');
    }
    const labels = words.changes.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    const about = subjectOf({ type, data, metadata: { companyId: 'co' } } as never);
    expect(about.kind).toBe(kindOfType[type]);
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

it('says values in words', () => {
  expect(valueText('money', 123_450, names)).toBe('$1234.50');
  expect(valueText('percent', 9.5, names)).toBe('9.5 %');
  expect(valueText('hours', 1, names)).toBe('1 hour');
  expect(valueText('person', 'x', names)).toBe('Ada');
  expect(valueText('goal', 'x', names)).toBe('goal x');
  expect(valueText('text', null, names)).toBe('');
});

it('says from where an event came', () => {
  const from = (type: HistoryEventType, data: object, origin: string) =>
    originWords({ type, data, metadata: { origin } } as never);
  expect(from('ShiftEnded', { reason: 'midnight' }, 'job')).toBe('by the program at midnight');
  expect(from('ShiftEnded', { reason: 'logout' }, 'api')).toBe('in the app');
  expect(from('SaleRecorded', {}, 'import')).toBe('by import');
});

it('knows a shift by its employee and date, as its stream does', () => {
  fc.assert(
    fc.property(fc.uuid(), (employee) => {
      const id = shiftId(employee, '2026-03-02');
      expect(streamOf('co', 'shift', id)).toBe(`shift-co_${employee}_2026-03-02`);
    }),
  );
});
