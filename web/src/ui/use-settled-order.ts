import { useMemo } from 'react';
import { arranged } from './arranged.ts';
import { useRested } from './use-rested.ts';

/** A board that is shuffled more often than this cannot be read, and each time every row moves. */
const SETTLED_MS = 500;

/** The rows as they are now, but in an order that changes at most twice a second; the first change comes at once. */
export function useSettledOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const order = useRested(rows.map(keyOf).join(' '), SETTLED_MS);
  return useMemo(() => arranged(rows, keyOf, order.split(' ')), [rows, keyOf, order]);
}
