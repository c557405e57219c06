import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { Column } from './column.ts';
import { CsvButton } from './csv-button.tsx';
import styles from './data-table.module.css';
import cards from './data-table-cards.module.css';
import { TableHead } from './data-table-head.tsx';
import { DataRow } from './data-table-row.tsx';
import { formatDecimal } from './format.ts';
import { SortChoice } from './sort-choice.tsx';
import { type Sorting, sortRows } from './sorting.ts';
import { useRankMotion } from './use-rank-motion.ts';
import { useVisibleRows, VISIBLE_ROWS } from './use-visible-rows.ts';

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row lights up when this value changes. */
  glowOn?: (row: Row) => string | number;
  /** The file name of a download, without its extension. */
  download?: string;
  /** How many rows of a long list are shown at first. */
  initialRows?: number;
  /** Columns keep their width whatever they hold, so that a changed number moves nothing else. */
  steady?: boolean;
  empty: ReactNode;
};

/**
 * A table: numbers right-aligned, sticky header, sort marks. Below 640 px each row is a card with its
 * main number on top, and a select above the cards sorts them. The given order is the first order; a row whose
 * place changes moves there. Of a long list only a part is shown; sorting and the download act on all of it.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  glowOn,
  download,
  initialRows,
  steady = false,
  empty,
}: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { limit, more } = useVisibleRows(initialRows);
  const shown = useMemo(() => {
    const by = columns.find(({ label }) => label === sorting?.label)?.sortBy;
    return sorting && by ? sortRows(rows, by, sorting.direction) : rows;
  }, [columns, rows, sorting]);
  const drawn = useMemo(() => (shown.length > limit ? shown.slice(0, limit) : shown), [shown, limit]);
  const body = useRef<HTMLTableSectionElement>(null);
  useRankMotion(body, drawn.map(keyOf).join(' '));
  if (rows.length === 0) return empty;

  const rest = shown.length - drawn.length;
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
          {drawn.map((row, at) => (
            <DataRow
              key={keyOf(row)}
              name={keyOf(row)}
              row={row}
              place={at + 1}
              columns={columns}
              glowOn={glowOn}
            />
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <div className={styles.more}>
          <span>
            {formatDecimal(drawn.length, 0)} of {formatDecimal(shown.length, 0)} shown
          </span>
          <Button variant="plain" onClick={more}>
            Show {formatDecimal(Math.min(rest, VISIBLE_ROWS), 0)} more
          </Button>
        </div>
      )}
      {download && (
        <div className={styles.foot}>
          <CsvButton name={download} columns={columns} rows={shown} />
        </div>
      )}
    </>
  );
}
