import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  /** Its heading; a panel that is the whole screen has none. */
  title?: string;
  note?: ReactNode;
  /** `flush`: tables reach its edges. */
  flush?: boolean;
  narrow?: boolean;
  children: ReactNode;
};

/** A sheet on the paper. */
export function Panel({ title, note, flush = false, narrow = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} data-flush={flush} data-narrow={narrow} aria-labelledby={title && id}>
      {title && (
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {note && <div className={styles.note}>{note}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
