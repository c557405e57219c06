import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import type { Column } from '../../ui/column.ts';
import type { AllRows } from '../../ui/csv-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDate, formatMoney, formatPriceText, priceNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { sortingOf, sortOf } from './sale-filters.ts';
import styles from './sales-table.module.css';

/** The columns of the sales of one date. */
export const SALE_COLUMNS: readonly Column<Sale>[] = [
  { label: 'No', show: (_sale, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (sale) => (
      <Link className={styles.sale} to={pathTo(paths.sale, sale.id)}>
        {sale.sale_name}
      </Link>
    ),
    sortBy: (sale) => sale.sale_name,
    card: 'heading',
  },
  { label: 'Campaign', show: (sale) => sale.name, sortBy: (sale) => sale.name },
  {
    label: 'Customer Number',
    show: (sale) => sale.customer_number || '–',
    sortBy: (sale) => sale.customer_number || null,
  },
  {
    label: 'Price',
    show: (sale) => formatPriceText(sale.price),
    sortBy: (sale) => priceNumber(sale.price),
    numeric: true,
  },
  {
    label: 'Commission',
    show: (sale) => (
      <span className={sale.status === 'Closed' ? undefined : styles.open}>
        {formatMoney(sale.commission)}
      </span>
    ),
    sortBy: (sale) => sale.commission,
    numeric: true,
    card: 'main',
  },
  { label: 'Status', show: (sale) => <StatusBadge status={sale.status} />, sortBy: (sale) => sale.status },
];

/** With the date. */
export const DATED_SALE_COLUMNS: readonly Column<Sale>[] = SALE_COLUMNS.flatMap((column) =>
  column.label === 'Campaign'
    ? [
        {
          label: 'Date',
          show: (sale: Sale) => <span className={styles.date}>{formatDate(sale.entry_date)}</span>,
          sortBy: (sale: Sale) => sale.entry_date,
        },
        column,
      ]
    : [column],
);

type SalesTableProps = {
  caption: string;
  columns: readonly Column<Sale>[];
  sales: readonly Sale[];
  /** Their order, as the API takes it. */
  sort: string;
  onSort: (sort: string) => void;
  allSales: AllRows<Sale>;
  empty: ReactNode;
};

const keyOf = (sale: Sale): string => sale.id;
const earned = (sale: Sale): string => `${sale.status} ${sale.commission}`;

export function SalesTable({ caption, columns, sales, sort, onSort, allSales, empty }: SalesTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={sales}
      keyOf={keyOf}
      glowOn={earned}
      // All loaded rows are drawn: further ones are loaded on request.
      initialRows={Number.POSITIVE_INFINITY}
      sorted={{ by: sortingOf(sort), change: (sorting) => onSort(sortOf(sorting)) }}
      allRows={allSales}
      download={caption.toLowerCase().replaceAll(' ', '-')}
      empty={empty}
    />
  );
}
