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

type Value = string | number | null;
type Sorted<Row> = { readonly row: Row; readonly value: Value; readonly given: number };

/** Made once: making a collator costs more than a thousand comparisons. */
const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Sorts the rows of one table, again and again: a sorted copy, in which rows without a value (null) come last in both
 * directions and equal rows keep their order. It starts from its last order, so a live list, in which few rows change
 * at a time, needs about one comparison for each row.
 */
export function createSorter<Row>(keyOf: (row: Row) => string) {
  let places = new Map<string, number>();
  return (rows: readonly Row[], by: (row: Row) => Value, direction: Sorting['direction']): Row[] => {
    const sign = direction === 'ascending' ? 1 : -1;
    const placed: Sorted<Row>[] = [];
    const others: Sorted<Row>[] = [];
    for (const [given, row] of rows.entries()) {
      const place = places.get(keyOf(row));
      const one = { row, value: by(row), given };
      if (place === undefined || placed[place]) others.push(one);
      else placed[place] = one;
    }
    const sorted = [...placed.filter(Boolean), ...others]
      .sort((left, right) => compare(left.value, right.value, sign) || left.given - right.given)
      .map(({ row }) => row);
    places = new Map(sorted.map((row, place) => [keyOf(row), place]));
    return sorted;
  };
}

function compare(a: Value, b: Value, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * texts.compare(String(a), String(b));
}
