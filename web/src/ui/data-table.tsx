import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Column } from './column.ts';
import { CsvButton } from './csv-button.tsx';
import styles from './data-table.module.css';
import { DataRow } from './data-table-row.tsx';
import { SortChoice } from './sort-choice.tsx';
import { type Sorting, sorted, turned } from './sorting.ts';
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
  empty: ReactNode;
};

/**
 * A well-set table: numbers right-aligned, sticky header, sort marks. Below 640 px each row is a card with its
 * main number on top, and what headers do is a choice above them. The given order is the first order; rows that change their place move there.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  glowOn,
  download,
  empty,
}: DataTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const shown = useMemo(() => {
    const by = columns.find(({ label }) => label === sorting?.label)?.sortBy;
    return sorting && by ? sorted(rows, by, sorting.direction) : rows;
  }, [columns, rows, sorting]);
  const body = useRef<HTMLTableSectionElement>(null);
  useRankMotion(body, shown.map(keyOf).join(' '));
  if (rows.length === 0) return empty;

  return (
    <>
      <SortChoice columns={columns} sorting={sorting} onChange={setSorting} />
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, numeric, sortBy }) => (
              <th
                key={label}
                scope="col"
                data-numeric={numeric}
                aria-sort={sorting?.label === label ? sorting.direction : undefined}
              >
                {sortBy ? (
                  <button
                    type="button"
                    className={styles.sort}
                    onClick={() => setSorting(turned(sorting, label, numeric))}
                  >
                    {label}
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((row, at) => (
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
      {download && (
        <div className={styles.foot}>
          <CsvButton name={download} columns={columns} rows={shown} />
        </div>
      )}
    </>
  );
}
