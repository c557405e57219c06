import type { ReactNode } from 'react';
import styles from './page-header.module.css';

/** The title of a screen and of the document; `aside` holds what acts on the whole screen. */
export function PageHeader({ title, note, aside }: { title: string; note?: ReactNode; aside?: ReactNode }) {
  return (
    <header className={styles.header}>
      <title>{`${title} · Tallyboard`}</title>
      <div>
        <h1>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </header>
  );
}
