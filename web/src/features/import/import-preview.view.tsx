import { useAtomValue, useSetAtom } from 'jotai';
import {
  DATE_FORMATS,
  type ImportPlan,
  NEEDED_COLUMNS,
  type Preview,
  type PreviewRow,
  type RefusedRow,
  SALE_COLUMNS,
  type SaleColumn,
} from '#contracts/endpoints/imports.endpoints.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { changePlanAtom, isImportingAtom, previewAtom, startAtom, underWayAtom } from './import.atoms.ts';
import styles from './import.module.css';

const LABELS: Readonly<Record<SaleColumn, string>> = {
  date: 'Date',
  employee: 'Employee',
  campaign: 'Campaign',
  name: 'Name',
  customer: 'Customer Number',
  price: 'Price',
  discount: 'Discount (%)',
  status: 'Status',
  details: 'Details',
};

/** Matches the columns of a file, and shows what its rows become. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { import: file, good, refused, refusedCount, rows } = preview;
  const start = useSetAtom(startAtom);
  const close = useSetAtom(previewAtom);
  const underWay = useAtomValue(underWayAtom);
  const isImporting = useAtomValue(isImportingAtom);
  const isWaiting = underWay !== null && underWay !== 'start';
  return (
    <>
      <Panel title={file.file_name} note={<span role="status">{summary(preview)}</span>}>
        <PlanFields preview={preview} />
        <div className={styles.actions}>
          <Button
            busy={underWay === 'start'}
            disabled={good === 0 || isImporting || isWaiting}
            onClick={() => void start()}
          >
            Import {sales(good)}
          </Button>
          <Button variant="plain" onClick={() => close(null)}>
            Choose another file
          </Button>
          {isImporting && <span className={styles.note}>Another import is running.</span>}
        </div>
      </Panel>
      <Panel title="The first sales as they will be" flush>
        <DataTable
          caption="The first sales as they will be"
          columns={SALES}
          rows={rows}
          keyOf={({ line }) => String(line)}
          empty={<p className={styles.empty}>No row can be imported yet. Match the columns above.</p>}
        />
      </Panel>
      {refusedCount > 0 && (
        <Panel
          title={`${formatNumber(refusedCount)} ${refusedCount === 1 ? 'row' : 'rows'} will be refused`}
          flush
          note={<a href={`/api/imports/${file.id}/refused.csv`}>Download all as CSV</a>}
        >
          <DataTable
            caption="Refused rows"
            columns={REFUSED}
            rows={refused}
            keyOf={({ line }) => String(line)}
            initialRows={20}
            empty={null}
          />
        </Panel>
      )}
    </>
  );
}

const sales = (count: number) => (count === 1 ? '1 sale' : `${formatNumber(count)} sales`);

function summary({ good, refusedCount, import: { total } }: Preview): string {
  return `${formatNumber(total)} rows: ${sales(good)}, ${formatNumber(refusedCount)} refused`;
}

function PlanFields({ preview: { header, import: file } }: { preview: Preview }) {
  const change = useSetAtom(changePlanAtom);
  const underWay = useAtomValue(underWayAtom);
  const { plan } = file;
  const set = (changes: Partial<ImportPlan>) => void change(file.id, { ...plan, ...changes });
  return (
    <fieldset className={styles.plan} disabled={underWay !== null}>
      <legend className="visually-hidden">Columns of the file</legend>
      {SALE_COLUMNS.map((column) => (
        <SelectField
          key={column}
          label={LABELS[column]}
          required={NEEDED_COLUMNS.includes(column)}
          value={plan.columns[column] ?? ''}
          onChange={({ target }) =>
            set({ columns: { ...plan.columns, [column]: target.value === '' ? null : Number(target.value) } })
          }
        >
          <option value="">Not in the file</option>
          {header.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <option key={at} value={at}>
              {name || `Column ${at + 1}`}
            </option>
          ))}
        </SelectField>
      ))}
      <SelectField
        label="Dates are like"
        value={plan.dates}
        onChange={({ target }) => set({ dates: target.value as ImportPlan['dates'] })}
      >
        {DATE_FORMATS.map((format) => (
          <option key={format}>{format}</option>
        ))}
      </SelectField>
      <SelectField
        label="Prices are like"
        value={plan.decimals}
        onChange={({ target }) => set({ decimals: target.value as ImportPlan['decimals'] })}
      >
        <option value=".">1,234.50</option>
        <option value=",">1.234,50</option>
      </SelectField>
    </fieldset>
  );
}

const SALES: readonly Column<PreviewRow>[] = [
  { label: 'Line', show: ({ line }) => line, numeric: true, card: 'none' },
  { label: 'Date', show: ({ date }) => date },
  { label: 'Employee', show: ({ employee }) => employee },
  { label: 'Campaign', show: ({ campaign }) => campaign },
  { label: 'Name', show: ({ name }) => name, card: 'heading' },
  { label: 'Customer Number', show: ({ customer }) => customer },
  { label: 'Price', show: ({ price }) => price, numeric: true, card: 'main' },
  { label: 'Discount (%)', show: ({ discount }) => discount, numeric: true },
  { label: 'Status', show: ({ status }) => status },
];

const REFUSED: readonly Column<RefusedRow>[] = [
  { label: 'Line', show: ({ line }) => line, numeric: true, card: 'heading' },
  { label: 'Column', show: ({ column }) => (column === '' ? '' : LABELS[column as SaleColumn]) },
  { label: 'Reason', show: ({ reason }) => reason },
];
