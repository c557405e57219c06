export type Sorting = { label: string; direction: 'ascending' | 'descending' };

/** What a click on a header does: numbers start with the largest, words with A; the third click rests. */
export function turned(sorting: Sorting | null, label: string, numeric = false): Sorting | null {
  const first = numeric ? 'descending' : 'ascending';
  if (sorting?.label !== label) return { label, direction: first };
  if (sorting.direction !== first) return null;
  return reversed(sorting);
}

export function reversed({ label, direction }: Sorting): Sorting {
  return { label, direction: direction === 'ascending' ? 'descending' : 'ascending' };
}

/** A sorted copy; what has no value (null) comes last in both directions, equals keep their order. */
export function sorted<Row>(
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
