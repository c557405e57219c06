import type { Column } from './column.ts';
import { nextSorting, type Sorting } from './sorting.ts';
import styles from './table-head.module.css';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  onChange: (sorting: Sorting | null) => void;
};

/** The labels of the columns; those that sort are buttons. */
export function TableHead<Row>({ columns, sorting, onChange }: TableHeadProps<Row>) {
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
