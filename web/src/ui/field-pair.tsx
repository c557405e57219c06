import type { ReactNode } from 'react';
import styles from './field-pair.module.css';

/** Two short fields beside each other; one below the other where there is no room. `hint` is about both. */
export function FieldPair({ hint, children }: { hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.pair}>
      {children}
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
