import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  /** A panel that fills the screen has no heading. */
  title?: string;
  note?: ReactNode;
  /** `flush`: without padding, so that a table reaches the edges. */
  flush?: boolean;
  narrow?: boolean;
  /** Its heading may take the focus. */
  isTarget?: boolean;
  children: ReactNode;
};

/** A framed part of a screen. */
export function Panel({
  title,
  note,
  flush = false,
  narrow = false,
  isTarget = false,
  children,
}: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} data-flush={flush} data-narrow={narrow} aria-labelledby={title && id}>
      {title && (
        <div className={styles.head}>
          <h2 id={id} tabIndex={isTarget ? -1 : undefined}>
            {title}
          </h2>
          {note && <div className={styles.note}>{note}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
