import { formatPrice } from '../money.ts';

/**
 * What a value is, so that a screen can show it its own way: money in integer cents, a percentage or a number
 * as it is, a date yyyy-mm-dd, a moment as UTC ISO-8601, hours as a whole number, and ids of what has a name.
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

/** Null where there is none: the thing is not there yet or any more, or its field is empty. */
export type Value = string | number | null;

/** The names of what events mention by id, as they are today; undefined for what is not known. */
export type Names = {
  readonly person: (id: string) => string | undefined;
  readonly campaign: (id: string) => string | undefined;
  readonly goal: (id: string) => string | undefined;
};

/** A value in words, the same for everybody: not in anybody's zone or language. Empty for none. */
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
