import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import styles from './billboard-table.module.css';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import {
  formatHours,
  formatLoginTime,
  formatMoney,
  formatNumber,
  formatRate,
  timeFieldAt,
} from './format.ts';
import { fullName } from './full-name.ts';
import { Money, NumberRoll } from './number-roll.tsx';
import { useThrottledOrder } from './use-throttled.ts';

const figure = (value: number | 'N/A') => (value === 'N/A' ? null : value);

/** The props of a component that wraps a figure of a row. */
export type BillboardFigure = {
  row: BillboardRow;
  of: 'commission of the day' | 'sales per hour';
  text: string;
  children: ReactNode;
};

const Plain = ({ children }: BillboardFigure) => children;
const Nothing = () => null;

export const billboardColumns = (
  ownId: string | undefined,
  Figure: ComponentType<BillboardFigure> = Plain,
  Aside: ComponentType<{ row: BillboardRow }> = Nothing,
): readonly Column<BillboardRow>[] => [
  { label: 'No', show: (_row, place) => formatNumber(place), numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (row) => (
      <span>
        {fullName(row)} {row.employee_id === ownId && <You />} <Aside row={row} />
      </span>
    ),
    sortBy: fullName,
    card: 'heading',
  },
  { label: 'Campaign', show: (row) => row.campaign_name ?? '–', sortBy: (row) => row.campaign_name },
  {
    label: 'Login Time',
    show: (row) => formatLoginTime(row) ?? '–',
    sortBy: (row) => row.login_time && Date.parse(row.login_time),
    csv: (row) => row.login_time && timeFieldAt(row.login_time, row.timezone),
    alsoCsv: { 'Login Date': (row) => row.login_date, 'Time zone': (row) => row.timezone },
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
    show: (row) => {
      const rate = formatRate(row.sales_per_hour);
      return (
        <Figure row={row} of="sales per hour" text={rate}>
          <NumberRoll text={rate} />
        </Figure>
      );
    },
    sortBy: (row) => figure(row.sales_per_hour),
    alsoCsv: { Sales: (row) => row.sales },
    numeric: true,
  },
  {
    label: 'Commission',
    show: (row) => (
      <Figure row={row} of="commission of the day" text={formatMoney(row.commission)}>
        <Money dollars={row.commission} />
      </Figure>
    ),
    sortBy: (row) => row.commission,
    numeric: true,
    card: 'main',
  },
];

/** What the next place takes. In a context, because it changes with another row than the own one. */
const Distance = createContext<string | null>(null);

function You() {
  const distance = useContext(Distance);
  return (
    <>
      <span className={styles.own}>You</span>
      {distance && <span className={styles.distance}>{distance}</span>}
    </>
  );
}

/** The commission that is missing to the next better place; null for the best, and without a place. */
export function distanceOf(rows: readonly BillboardRow[], ownId: string | undefined): string | null {
  const at = rows.findIndex((row) => row.employee_id === ownId);
  const [own, next] = [rows[at], rows[at - 1]];
  if (!own || !next) return null;
  const missing = Math.round((next.commission - own.commission) * 100) / 100;
  return missing > 0
    ? `${formatMoney(missing)} to no. ${formatNumber(at)}`
    : `level with no. ${formatNumber(at)}`;
}

const employeeOf = (row: BillboardRow): string => row.employee_id;
const earned = (row: BillboardRow): string => `${row.sales} ${row.commission}`;

type BillboardTableProps = {
  rows: readonly BillboardRow[];
  /** The employee whose row is marked as the viewer's own. */
  ownId?: string;
  /** Wraps each figure; always the same component, otherwise every row is drawn again. */
  figure?: ComponentType<BillboardFigure>;
  /** Shown beside each name; always the same component, too. */
  aside?: ComponentType<{ row: BillboardRow }>;
  /** Adds a button that downloads the table. */
  download?: boolean;
  empty: ReactNode;
};

/** What people look at; the page below a long board must stay within reach. */
const ROWS_AT_FIRST = 25;

/** The billboard: a row lights up when its employee sold something. Rows come in the order of their rank, which is `No`. */
export function BillboardTable({
  rows,
  ownId,
  figure = Plain,
  aside = Nothing,
  download = false,
  empty,
}: BillboardTableProps) {
  const columns = useMemo(() => billboardColumns(ownId, figure, aside), [ownId, figure, aside]);
  const settled = useThrottledOrder(rows, employeeOf);
  return (
    <Distance value={distanceOf(settled, ownId)}>
      <DataTable
        caption="Daily Billboard"
        columns={columns}
        rows={settled}
        keyOf={employeeOf}
        glowOn={earned}
        ranked
        pinned={ownId}
        initialRows={ROWS_AT_FIRST}
        steady
        {...(download && { download: 'billboard' })}
        empty={empty}
      />
    </Distance>
  );
}
