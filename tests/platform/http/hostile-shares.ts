import type { Operation } from './api-operations.ts';

/** `any body`: a body that is refused before the call reads its fields, so that all calls have it in common. */
type Place = 'path' | 'query' | 'body' | 'any body';

/** Chooses the values that a field is tested with. */
export type Share = <Value>(place: Place, field: string, values: readonly Value[]) => readonly Value[];

/** Each call tries at least this part (1/3) of the values. The lists have several values of each kind in a row. */
const SHARES = 3;

/**
 * Calls with a field of the same name share its values: together they try every value, and each tries some of every
 * kind. A field that only one call has is tried with all of them.
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

function fieldsOf(
  { method, pathFields, queryFields, bodyFields }: Operation,
  place: Place,
): readonly string[] {
  const anyBody = method === 'GET' ? [] : [''];
  return { path: pathFields, query: queryFields, body: bodyFields ?? [], 'any body': anyBody }[place];
}
