import type { ReactNode } from 'react';
import styles from './field-pair.module.css';

/** Two short fields side by side, or one below the other on a narrow screen. `hint` belongs to both. */
export function FieldPair({ hint, children }: { hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.pair}>
      {children}
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
