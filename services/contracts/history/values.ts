import { formatPrice } from '../money.ts';

/**
 * The type of a value, so that each screen can format it: money is integer cents, a date is yyyy-mm-dd, a moment
 * is UTC ISO-8601, hours are a whole number, `person`, `campaign` and `goal` are ids.
 */
export const VALUE_TYPES = [
  'text',
  'money',
  'percent',
  'number',
  'hours',
  'date',
  'moment',
  'status',
  'person',
  'campaign',
  'goal',
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Null: the thing does not exist at that side of the event, or the field is empty. */
export type Value = string | number | null;

/** Today's names of the things that events mention by id; undefined when unknown. */
export type Names = {
  readonly person: (id: string) => string | undefined;
  readonly campaign: (id: string) => string | undefined;
  readonly goal: (id: string) => string | undefined;
  /** The import that events with this correlation id came from, as `by import of book.csv`; absent in live news. */
  readonly importText?: (correlationId: string) => string | undefined;
};

/** A value as text, the same for every reader: no time zone and no locale. Empty for null. */
export function valueText(type: ValueType, value: Value, names: Names): string {
  if (value === null) return '';
  switch (type) {
    case 'money':
      return formatPrice(Number(value));
    case 'percent':
      return `${value} %`;
    case 'hours':
      return value === 1 ? '1 hour' : `${value} hours`;
    case 'person':
    case 'campaign':
    case 'goal':
      return names[type](String(value)) ?? `${type} ${value}`;
    case 'text':
    case 'number':
    case 'date':
    case 'moment':
    case 'status':
      return String(value);
  }
}
