import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Mark, Wordmark } from '../../ui/mark.tsx';
import { paths } from '../paths.ts';
import styles from './two-panels.module.css';

type TwoPanelsProps = {
  /** The title of the page and of the document. */
  title: string;
  /** The label of the dark panel for screen readers. */
  panel: string;
  /** In the dark panel, below the logo. */
  aside: ReactNode;
  /** Above the title. */
  links?: ReactNode;
  /** Wide enough for two columns of fields. */
  wide?: boolean;
  children: ReactNode;
};

/** The pages before the sign-in: a dark panel with context, and a sheet with a form. */
export function TwoPanels({ title, panel, aside, links, wide = false, children }: TwoPanelsProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Tallyboard`}</title>
      <aside className={styles.panel} aria-label={panel}>
        <Link to={paths.root} className={styles.home} aria-label="Tallyboard, to the start page">
          <Wordmark />
        </Link>
        <div className={styles.aside}>{aside}</div>
        <span className={styles.mark} aria-hidden="true">
          <Mark size={420} />
        </span>
      </aside>
      <div className={styles.side}>
        {links && (
          <nav className={styles.links} aria-label="Tallyboard">
            {links}
          </nav>
        )}
        <main className={styles.main}>
          <div className={styles.sheet} data-wide={wide}>
            <h1>{title}</h1>
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}
