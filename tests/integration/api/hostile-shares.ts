import type { Operation } from './api-operations.ts';

type Place = 'path' | 'query' | 'body';

/** Which of the values a field of that place is tried with. */
export type Share = <Value>(place: Place, field: string, values: readonly Value[]) => readonly Value[];

/** Each call tries at least this part of the values of every field. The lists have several of a kind in a row. */
const SHARES = 3;

/**
 * Calls that have a field of the same name share the values for it: all of them together try every value, each of
 * them some of every kind. A field that only one call has meets all of them there.
 */
export function sharesOf(operations: readonly Operation[]): (operation: Operation) => Share {
  const callsWith = (place: Place, field: string) =>
    operations.filter((operation) => fieldsOf(operation, place).includes(field));
  return (operation) => (place, field, values) => {
    const calls = callsWith(place, field);
    const shares = Math.min(SHARES, calls.length);
    const mine = calls.indexOf(operation) % shares;
    return values.filter((_value, at) => at % shares === mine);
  };
}

function fieldsOf({ pathFields, queryFields, bodyFields }: Operation, place: Place): readonly string[] {
  return { path: pathFields, query: queryFields, body: bodyFields ?? [] }[place];
}
