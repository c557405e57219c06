import { Download } from 'lucide-react';
import { Button } from './button.tsx';
import type { Column } from './column.ts';
import { csvOf, saveFile } from './csv.ts';
import { Icon } from './icon.tsx';

type CsvButtonProps<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

/** Downloads the table as it is shown: its rows, their order, without formatting. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  const download = async () => saveFile(`${name}.csv`, await csvOf(columns, rows), 'text/csv;charset=utf-8');
  return (
    <Button look="quiet" onClick={() => void download()}>
      <Icon of={Download} size={16} /> Download CSV
    </Button>
  );
}
