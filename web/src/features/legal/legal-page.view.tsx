import { type ReactNode, useEffect } from 'react';
import { PublicPage } from '../../kit/public/public-page.view.tsx';
import styles from './legal-page.module.css';

export type Clause = { readonly id: string; readonly title: string; readonly text: ReactNode };

type LegalPageProps = {
  title: string;
  description: string;
  updated: string;
  lead: string;
  clauses: readonly Clause[];
};

/** A long text to read and print: numbered clauses, with a table of contents beside them. */
export function LegalPage({ title, description, updated, lead, clauses }: LegalPageProps) {
  // The text did not exist yet when the browser looked for the clause in the address.
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <PublicPage title={title} description={description}>
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
          <p className={styles.updated}>Last updated {updated}</p>
        </header>
        <nav className={styles.contents} aria-label="Contents">
          <ol>
            {clauses.map((clause) => (
              <li key={clause.id}>
                <a href={`#${clause.id}`}>{clause.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.text}>
          {clauses.map((clause) => (
            <section key={clause.id} id={clause.id}>
              <h2>{clause.title}</h2>
              {clause.text}
            </section>
          ))}
        </article>
      </div>
    </PublicPage>
  );
}
