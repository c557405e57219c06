import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { Column } from './column.ts';
import { CsvButton } from './csv-button.tsx';
import styles from './data-table.module.css';
import cards from './data-table-cards.module.css';
import { SelectField } from './field.tsx';
import { formatDecimal } from './format.ts';
import { animateOnlyOnScreen, glow } from './motion.ts';
import { nextSorting, reverseSorting, type Sorting, sortRows } from './sorting.ts';
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

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  onChange: (sorting: Sorting | null) => void;
};

/** The labels of the columns; those that sort are buttons. */
function TableHead<Row>({ columns, sorting, onChange }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, numeric, sortBy, card }) => (
          <th
            key={label}
            scope="col"
            data-numeric={numeric}
            data-card={card}
            aria-sort={sorting?.label === label ? sorting.direction : undefined}
          >
            {sortBy ? (
              <button
                type="button"
                className={styles.sort}
                onClick={() => onChange(nextSorting(sorting, label, numeric))}
              >
                {label}
              </button>
            ) : (
              <span className={card === 'actions' ? 'visually-hidden' : undefined}>{label}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type DataRowProps<Row> = {
  name: string;
  row: Row;
  place: number;
  columns: readonly Column<Row>[];
  /** Always the same function, otherwise every row is drawn again. */
  glowOn: ((row: Row) => string | number) | undefined;
};

function DrawnRow<Row>({ name, row, place, columns, glowOn }: DataRowProps<Row>) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => (element.current ? animateOnlyOnScreen(element.current) : undefined), []);
  const watched = glowOn?.(row);
  const before = useRef(watched);
  useEffect(() => {
    if (before.current !== watched && element.current) glow(element.current);
    before.current = watched;
  }, [watched]);
  // A row that is overtaken has another place and nothing else: only columns that show the place are drawn again.
  const cells = useMemo(
    () => columns.map((column) => (showsPlace(column) ? null : cellOf(column, column.show(row, 0)))),
    [columns, row],
  );
  return (
    <tr ref={element} data-key={name}>
      {columns.map((column, at) => cells[at] ?? cellOf(column, column.show(row, place)))}
    </tr>
  );
}

/** Whether the column shows the place. */
const showsPlace = <Row,>({ show }: Column<Row>): boolean => show.length > 1;

function cellOf<Row>({ label, numeric, card }: Column<Row>, content: ReactNode): ReactNode {
  return (
    <td key={label} data-label={label} data-numeric={numeric} data-card={card}>
      {content}
    </td>
  );
}

/** A row that stays the same object is not drawn again, however often other rows change. */
const DataRow = memo(DrawnRow) as typeof DrawnRow;

type SortChoiceProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  onChange: (sorting: Sorting | null) => void;
};

/** Sorts the cards of a narrow screen, which have no column headers. */
function SortChoice<Row>({ columns, sorting, onChange }: SortChoiceProps<Row>) {
  const choose = (label: string) => {
    const column = columns.find((each) => each.label === label);
    onChange(column ? nextSorting(null, label, column.numeric) : null);
  };
  if (!columns.some(({ sortBy }) => sortBy)) return null;
  return (
    <div className={styles.choice}>
      <SelectField
        label="Sort by"
        value={sorting?.label ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Usual order</option>
        {columns.map(({ label, sortBy }) => sortBy && <option key={label}>{label}</option>)}
      </SelectField>
      {sorting && (
        <button
          type="button"
          className={styles.turn}
          aria-label={`Sorted ${sorting.direction}, turn around`}
          onClick={() => onChange(reverseSorting(sorting))}
        >
          {sorting.direction === 'ascending' ? '↑' : '↓'}
        </button>
      )}
    </div>
  );
}
