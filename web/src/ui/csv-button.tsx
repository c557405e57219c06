import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import type { Column } from './column.ts';
import { csvOf, saveFile } from './csv.ts';
import styles from './csv-button.module.css';
import { formatDecimal } from './format.ts';
import { Icon } from './icon.tsx';

/** Loads all rows of a list, and tells how many it has so far; null when it fails. */
export type AllRows<Row> = (onRows: (rows: number) => void) => Promise<readonly Row[] | null>;

type CsvButtonProps<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Where `rows` is a part of them. */
  allRows?: AllRows<Row> | undefined;
};

/** Downloads the rows of a table in their current order, without formatting. */
export function CsvButton<Row>({ name, columns, rows, allRows }: CsvButtonProps<Row>) {
  const [count, setCount] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const save = (all: readonly Row[]) =>
    saveFile(`${name}.csv`, csvOf(columns, all), 'text/csv;charset=utf-8');
  const download = async () => {
    if (!allRows) return save(rows);
    setFailed(false);
    setCount(0);
    const all = await allRows(setCount);
    setCount(null);
    if (all === null) setFailed(true);
    else save(all);
  };
  return (
    <>
      {hasFailed && (
        <span role="alert" className={styles.failed}>
          The rows could not be loaded. Try again.
        </span>
      )}
      <Button
        variant="quiet"
        busy={count !== null}
        busyLabel={count ? `${formatDecimal(count, 0)} rows loaded…` : 'Loading the rows…'}
        onClick={() => void download()}
      >
        <Icon of={Download} size={16} /> Download CSV
      </Button>
    </>
  );
}
