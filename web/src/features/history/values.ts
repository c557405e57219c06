import type { HistoryEntry, ShownChange } from '#contracts/history/entry.ts';
import type { FieldChange } from '../../ui/changes.tsx';
import { formatDate, formatHours, formatMoney, formatNumber, formatPercent } from '../../ui/format.ts';
import { formatExact } from '../../ui/moments.ts';

/** The fields that the event changed, in the locale of the person; fields without a value are left out. */
export function changedFieldsOf({ changes }: HistoryEntry): FieldChange[] {
  return changes.filter(({ changed }) => changed).map(fieldChangeOf);
}

/** The fields that it did not change. */
export function unchangedFieldsOf({ changes }: HistoryEntry): FieldChange[] {
  return changes.filter(({ changed, after }) => !changed && after !== null).map(fieldChangeOf);
}

/** The main fields of a sale. */
const FIRST: readonly string[] = ['status', 'priceCents', 'commissionCents'];

/** The fields of a new or deleted row, the main ones apart: in a list of many events all fields would be too much. */
export function mainAndOtherFields(entry: HistoryEntry): { first: FieldChange[]; others: FieldChange[] } {
  const isFirst = ({ field }: ShownChange) => entry.subject.kind === 'sale' && FIRST.includes(field);
  const changed = entry.changes.filter((change) => change.changed);
  return {
    first: changed.filter(isFirst).map(fieldChangeOf),
    others: changed.filter((change) => !isFirst(change)).map(fieldChangeOf),
  };
}

function fieldChangeOf({ label, type, before, after }: ShownChange): FieldChange {
  return { field: label, before: valueText(type, before), after: valueText(type, after) };
}

type Shown = ShownChange['before'];

function valueText(type: ShownChange['type'], shown: Shown): string | null {
  if (shown === null) return null;
  const { value, text } = shown;
  switch (type) {
    case 'money':
      return formatMoney(Number(value) / 100);
    case 'percent':
      return formatPercent(Number(value));
    case 'number':
      return formatNumber(Number(value));
    case 'hours':
      return formatHours(Number(value));
    case 'date':
      return formatDate(String(value));
    case 'moment':
      return formatExact(String(value));
    case 'text':
    case 'status':
    case 'person':
    case 'campaign':
    case 'goal':
      return text;
  }
}
