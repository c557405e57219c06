import { useMemo } from 'react';
import { orderByKeys } from './order-by-keys.ts';
import { useThrottled } from './use-throttled.ts';

/** People cannot read a board that is reordered more often than this, and each time every row moves. */
const ORDER_INTERVAL_MS = 500;

/** The current rows, in an order that changes at most twice a second; the first change shows at once. */
export function useThrottledOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const order = useThrottled(rows.map(keyOf).join(' '), ORDER_INTERVAL_MS);
  return useMemo(() => orderByKeys(rows, keyOf, order.split(' ')), [rows, keyOf, order]);
}
