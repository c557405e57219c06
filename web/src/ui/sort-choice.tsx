import type { Column } from './column.ts';
import { SelectField } from './field.tsx';
import styles from './sort-choice.module.css';
import { nextSorting, reverseSorting, type Sorting } from './sorting.ts';

type SortChoiceProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  onChange: (sorting: Sorting | null) => void;
};

/** Sorts the cards of a narrow screen, which have no column headers. */
export function SortChoice<Row>({ columns, sorting, onChange }: SortChoiceProps<Row>) {
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
