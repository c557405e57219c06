import { type ReactNode, useMemo } from 'react';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import styles from './billboard-table.module.css';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { formatHours, formatRate, formatTime } from './format.ts';
import { Money } from './money.tsx';
import { NumberRoll } from './number-roll.tsx';
import { useSettledOrder } from './use-settled-order.ts';

const figure = (value: number | 'N/A') => (value === 'N/A' ? null : value);

const columnsFor = (ownId: string | undefined): readonly Column<BillboardRow>[] => [
  { label: 'No', show: (_row, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (row) => (
      <span>
        {row.first_name} {row.last_name}{' '}
        {row.employee_id === ownId && <span className={styles.own}>You</span>}
      </span>
    ),
    sortBy: (row) => `${row.first_name} ${row.last_name}`,
    card: 'heading',
  },
  { label: 'Campaign', show: (row) => row.campaign_name ?? '–', sortBy: (row) => row.campaign_name },
  {
    label: 'Login Time',
    show: (row) => (row.login_time ? formatTime(row.login_time) : '–'),
    sortBy: (row) => row.login_time && Date.parse(row.login_time),
    csv: (row) => row.login_time,
    numeric: true,
  },
  {
    label: 'Shift Duration',
    show: (row) => formatHours(row.shift_duration),
    sortBy: (row) => figure(row.shift_duration),
    numeric: true,
  },
  {
    label: 'Sales/hr',
    show: (row) => <NumberRoll text={formatRate(row.sales_per_hour)} />,
    sortBy: (row) => figure(row.sales_per_hour),
    numeric: true,
  },
  {
    label: 'Commission',
    show: (row) => <Money dollars={row.commission} />,
    sortBy: (row) => row.commission,
    numeric: true,
    card: 'main',
  },
];

const employeeOf = (row: BillboardRow): string => row.employee_id;
const earned = (row: BillboardRow): string => `${row.sales} ${row.commission}`;

type BillboardTableProps = {
  rows: readonly BillboardRow[];
  /** Whose row is marked as the viewer's own. */
  ownId?: string;
  /** With a button that downloads it. */
  download?: boolean;
  empty: ReactNode;
};

/** As many as are looked at; what stands below a long board must not be out of reach. */
const ROWS_AT_FIRST = 25;

/** The billboard itself; whoever sold something lights up. Rows come in their rank. */
export function BillboardTable({ rows, ownId, download = false, empty }: BillboardTableProps) {
  const columns = useMemo(() => columnsFor(ownId), [ownId]);
  const settled = useSettledOrder(rows, employeeOf);
  return (
    <DataTable
      caption="Daily Billboard"
      columns={columns}
      rows={settled}
      keyOf={employeeOf}
      glowOn={earned}
      atOnce={ROWS_AT_FIRST}
      steady
      {...(download && { download: 'billboard' })}
      empty={empty}
    />
  );
}
