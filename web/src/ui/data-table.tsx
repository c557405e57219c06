import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { Column } from './column.ts';
import { CsvButton } from './csv-button.tsx';
import styles from './data-table.module.css';
import { TableHead } from './data-table-head.tsx';
import { DataRow } from './data-table-row.tsx';
import { formatDecimal } from './format.ts';
import { SortChoice } from './sort-choice.tsx';
import { type Sorting, sorted } from './sorting.ts';
import { ROWS_AT_ONCE, useParts } from './use-parts.ts';
import { useRankMotion } from './use-rank-motion.ts';

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row lights up when this value changes. */
  glowOn?: (row: Row) => string | number;
  /** What a download of it is called, without its ending. */
  download?: string;
  /** How many rows of a long list are drawn at first. */
  atOnce?: number;
  /** Columns keep their width whatever stands in them, so that a number that changes moves nothing else. */
  steady?: boolean;
  empty: ReactNode;
};

/**
 * A well-set table: numbers right-aligned, sticky header, sort marks. Below 640 px each row is a card with its
 * main number on top, and what headers do is a choice above them. The given order is the first order; rows that
 * change their place move there. Of a long list a part is drawn; sorting and the download act on all of it.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  glowOn,
  download,
  atOnce,
  steady = false,
  empty,
}: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { limit, more } = useParts(atOnce);
  const shown = useMemo(() => {
    const by = columns.find(({ label }) => label === sorting?.label)?.sortBy;
    return sorting && by ? sorted(rows, by, sorting.direction) : rows;
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
      <table className={styles.table} data-steady={steady}>
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
          <Button look="plain" onClick={more}>
            Show {formatDecimal(Math.min(rest, ROWS_AT_ONCE), 0)} more
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
