import { Download } from 'lucide-react';
import { Button } from './button.tsx';
import type { Column } from './column.ts';
import { csvOf, saveFile } from './csv.ts';
import { Icon } from './icon.tsx';

type CsvButtonProps<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

/** Downloads the rows of a table in their current order, without formatting. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  const download = () => saveFile(`${name}.csv`, csvOf(columns, rows), 'text/csv;charset=utf-8');
  return (
    <Button variant="quiet" onClick={download}>
      <Icon of={Download} size={16} /> Download CSV
    </Button>
  );
}
