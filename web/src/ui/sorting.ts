export type Sorting = { label: string; direction: 'ascending' | 'descending' };

/** The effect of a click on a header: numbers start with the largest, words with A; the third click ends the sorting. */
export function nextSorting(sorting: Sorting | null, label: string, numeric = false): Sorting | null {
  const first = numeric ? 'descending' : 'ascending';
  if (sorting?.label !== label) return { label, direction: first };
  if (sorting.direction !== first) return null;
  return reverseSorting(sorting);
}

export function reverseSorting({ label, direction }: Sorting): Sorting {
  return { label, direction: direction === 'ascending' ? 'descending' : 'ascending' };
}

/** A sorted copy; rows without a value (null) come last in both directions, equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number | null,
  direction: Sorting['direction'],
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((left, right) => {
    const [a, b] = [by(left), by(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });
  });
}
