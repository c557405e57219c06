import type { ReactNode } from 'react';
import styles from './beside.module.css';

/** Two panels: what something is, and beside it, on narrower screens below it, what belongs to it. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={styles.beside}>{children}</div>;
}
