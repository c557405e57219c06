import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatMoney, formatPriceText, priceNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './my-sales.module.css';

const COLUMNS: readonly Column<Sale>[] = [
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

export function SalesTable({ sales, empty }: { sales: readonly Sale[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="My Sales"
      columns={COLUMNS}
      rows={sales}
      keyOf={(sale) => sale.id}
      glowOn={(sale) => `${sale.status} ${sale.commission}`}
      download="my-sales"
      empty={empty}
    />
  );
}
