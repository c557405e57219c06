import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { type Column, showsPlace } from './column.ts';
import { type AllRows, CsvButton } from './csv-button.tsx';
import { DataRow } from './data-row.tsx';
import styles from './data-table.module.css';
import cards from './data-table-cards.module.css';
import { useEntryState } from './entry-state.hooks.ts';
import { formatDecimal } from './format.ts';
import { SortChoice } from './sort-choice.tsx';
import { createSorter, type Sorting } from './sorting.ts';
import { TableHead } from './table-head.tsx';
import { useRankMotion } from './use-rank-motion.ts';
import { useFocusOnNew, useVisibleRows, VISIBLE_ROWS } from './use-visible-rows.ts';

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row lights up when this value changes. */
  glowOn?: (row: Row) => string | number;
  /** The given order is a ranking: the place of a row is its rank there, in whatever order the table is shown. */
  ranked?: boolean;
  /** Of a ranking: the key of a row that stays in sight below the others while it is not among those that are drawn. */
  pinned?: string | undefined;
  /** Of a table with a part of the rows: their order, which the server makes. */
  sorted?: { readonly by: Sorting | null; readonly change: (by: Sorting | null) => void };
  /** The file name of a download, without its extension. */
  download?: string;
  /** Of a table with a part of the rows: all of them, for the download. */
  allRows?: AllRows<Row> | undefined;
  /** How many rows of a long list are shown at first. */
  initialRows?: number;
  /** Columns keep their width whatever they hold, so that a changed number moves nothing else. */
  steady?: boolean;
  empty: ReactNode;
};

/**
 * A table: numbers right-aligned, sticky header, sort marks. Below 640 px each row is a card with its
 * main number on top, and a select above the cards sorts them. The given order is the first order; a row whose
 * place changes moves there. Of a long list only a part is shown; sorting and the download act on all of it. Back
 * finds the order and the part as they were left.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  glowOn,
  ranked = false,
  pinned,
  sorted,
  download,
  allRows,
  initialRows = VISIBLE_ROWS,
  steady = false,
  empty,
}: DataTableProps<Row>) {
  const [chosen, choose] = useEntryState<Sorting | null>(`order of ${caption}`, null);
  const [sorting, setSorting] = sorted ? [sorted.by, sorted.change] : [chosen, choose];
  const [sort] = useState(() => createSorter(keyOf));
  const { limit, more } = useVisibleRows(useEntryState(`rows of ${caption}`, initialRows));
  const isSorted = sorted !== undefined;
  const shown = useMemo(() => {
    const by = columns.find(({ label }) => label === sorting?.label)?.sortBy;
    return sorting && by && !isSorted ? sort(rows, by, sorting.direction) : rows;
  }, [columns, rows, sorting, sort, isSorted]);
  const drawn = useMemo(() => (shown.length > limit ? shown.slice(0, limit) : shown), [shown, limit]);
  const below = pinned === undefined ? undefined : shown.slice(limit).find((row) => keyOf(row) === pinned);
  const ranks = useMemo(
    () => (ranked ? new Map(rows.map((row, at) => [row, at + 1])) : null),
    [ranked, rows],
  );
  const hasPlaces = useMemo(() => columns.some(showsPlace), [columns]);
  const body = useRef<HTMLTableSectionElement>(null);
  useRankMotion(body, drawn.map(keyOf).join(' '));
  const rest = shown.length - drawn.length;
  const focusOnNew = useFocusOnNew(body, drawn.length, rest === 0);
  if (rows.length === 0) return empty;

  const showMore = () => {
    focusOnNew();
    more();
  };
  return (
    <>
      {rows.length > 1 && <SortChoice columns={columns} sorting={sorting} onChange={setSorting} />}
      <p className="visually-hidden" aria-live="polite">
        {sorting && `Sorted by ${sorting.label}, ${sorting.direction}`}
      </p>
      <table className={`${styles.table} ${cards.cards}`} data-steady={steady}>
        <caption className="visually-hidden">{caption}</caption>
        <TableHead columns={columns} sorting={sorting} onChange={setSorting} />
        <tbody ref={body}>
          {(below ? [...drawn, below] : drawn).map((row, at) => (
            <DataRow
              key={keyOf(row)}
              name={keyOf(row)}
              row={row}
              place={hasPlaces ? (ranks?.get(row) ?? at + 1) : 0}
              columns={columns}
              watched={glowOn?.(row)}
              pinned={row === below}
            />
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <div className={styles.more}>
          <span>
            {formatDecimal(drawn.length, 0)} of {formatDecimal(shown.length, 0)} shown
          </span>
          <Button variant="plain" onClick={showMore}>
            Show {formatDecimal(Math.min(rest, VISIBLE_ROWS), 0)} more
          </Button>
        </div>
      )}
      {download && (
        <div className={styles.foot}>
          <CsvButton name={download} columns={columns} rows={shown} allRows={allRows} />
        </div>
      )}
    </>
  );
}
