import type { ReactNode } from 'react';
import styles from './beside.module.css';

/**
 * Two panels: what something is, and beside it, on narrower screens below it, what belongs to it. A `sheet` is a
 * form or facts of its own width with something small beside it; otherwise the second one takes what is left.
 */
export function Beside({ sheet = false, children }: { sheet?: boolean; children: ReactNode }) {
  return (
    <div className={styles.beside} data-sheet={sheet}>
      {children}
    </div>
  );
}
