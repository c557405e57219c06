import type { ReactNode } from 'react';
import styles from './field-pair.module.css';

/** Two short fields beside each other; one below the other where there is no room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
