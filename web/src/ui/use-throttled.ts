import { useEffect, useMemo, useRef, useState } from 'react';

/** The value with at most one change per interval, for values that are expensive to draw. The first change shows at once. */
export function useThrottled<Value>(value: Value, milliseconds: number): Value {
  const [shown, setShown] = useState(value);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const show = () => {
      last.current = performance.now();
      setShown(() => value);
    };
    const timer = setTimeout(show, last.current + milliseconds - performance.now());
    return () => clearTimeout(timer);
  }, [value, shown, milliseconds]);
  return shown;
}

/** People cannot read a board that is reordered more often than this, and each time every row moves. */
const ORDER_INTERVAL_MS = 500;

/** The current rows, in an order that changes at most twice a second; the first change shows at once. */
export function useThrottledOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const order = useThrottled(rows.map(keyOf).join(' '), ORDER_INTERVAL_MS);
  return useMemo(() => orderByKeys(rows, keyOf, order.split(' ')), [rows, keyOf, order]);
}

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
