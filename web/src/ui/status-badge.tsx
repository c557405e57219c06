import type { SaleStatus } from '#contracts/sale-status.ts';
import styles from './status-badge.module.css';

const SHAPES: Record<SaleStatus, string> = {
  Lead: 'M6 1.75a4.25 4.25 0 1 0 0 8.5a4.25 4.25 0 1 0 0-8.5z',
  Negotiating: 'M6 1.2 10.8 6 6 10.8 1.2 6z',
  Closed: 'M1.5 6.4 4.6 9.4 10.5 2.8',
  None: 'M2.4 2.4l7.2 7.2M9.6 2.4l-7.2 7.2',
};

/** The sign of a status, always beside its word. */
export function StatusShape({ status }: { status: SaleStatus }) {
  return (
    <svg
      className={styles.shape}
      data-status={status}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path d={SHAPES[status]} />
    </svg>
  );
}

/** Word, shape and colour together, so that no meaning depends on one of them alone. */
export function StatusBadge({ status }: { status: SaleStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      <StatusShape status={status} />
      {status}
    </span>
  );
}
