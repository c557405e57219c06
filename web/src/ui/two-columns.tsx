import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

/**
 * Two panels side by side, or below each other on narrow screens. With `sheet` the first is a form or a list of
 * facts with its own width; otherwise the second takes the remaining width.
 */
export function TwoColumns({ sheet = false, children }: { sheet?: boolean; children: ReactNode }) {
  return (
    <div className={styles.columns} data-sheet={sheet}>
      {children}
    </div>
  );
}
