import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Mark } from './mark.tsx';

/** Shown where there is no data yet, with what to do about it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.mark}>
        <Mark size={32} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
