import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Wordmark } from '../../ui/mark.tsx';
import { paths } from '../paths.ts';
import styles from './stand-alone.module.css';

/** A page with a single message: not found, failed, no access. */
export function StandAlone({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Tallyboard`}</title>
      <Link to={paths.root} className={styles.home} aria-label="Tallyboard, to the start page">
        <Wordmark />
      </Link>
      <main className={styles.main}>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </main>
    </div>
  );
}
