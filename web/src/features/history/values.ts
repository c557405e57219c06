import type { HistoryEntry, ShownChange } from '#contracts/history/entry.ts';
import type { FieldChange } from '../../ui/changes.tsx';
import { formatDate, formatHours, formatMoney, formatNumber, formatPercent } from '../../ui/format.ts';
import { formatExact } from '../../ui/moments.ts';

/** The fields that the event changed, in this person's way of writing values; those without a value are left out. */
export function changedIn({ changes }: HistoryEntry): FieldChange[] {
  return changes.filter(({ changed }) => changed).map(written);
}

/** The fields that it left as they were. */
export function unchangedIn({ changes }: HistoryEntry): FieldChange[] {
  return changes.filter(({ changed, after }) => !changed && after !== null).map(written);
}

/** What one wants to know of a sale before anything else. */
const FIRST: readonly string[] = ['status', 'priceCents', 'commissionCents'];

/** The fields of what came or went, the first ones apart: among many events all of them would be too much. */
export function firstIn(entry: HistoryEntry): { first: FieldChange[]; others: FieldChange[] } {
  const isFirst = ({ field }: ShownChange) => entry.subject.kind === 'sale' && FIRST.includes(field);
  const changed = entry.changes.filter((change) => change.changed);
  return {
    first: changed.filter(isFirst).map(written),
    others: changed.filter((change) => !isFirst(change)).map(written),
  };
}

function written({ label, type, before, after }: ShownChange): FieldChange {
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
