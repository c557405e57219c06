/** The rows in the order of these keys; rows without a key in it follow in their own order. */
export function orderByKeys<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  order: readonly string[],
): readonly Row[] {
  const places = new Map(order.map((key, at) => [key, at]));
  const placeOf = (row: Row) => places.get(keyOf(row)) ?? order.length;
  const isInOrder = rows.every((row, at) => at === 0 || placeOf(rows[at - 1] as Row) <= placeOf(row));
  return isInOrder ? rows : rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
