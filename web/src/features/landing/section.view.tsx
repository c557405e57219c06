import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = {
  title: string;
  lead: ReactNode;
  /** Below the lead, mostly a link. */
  action?: ReactNode;
  /** `beside`: text on the left and its example on the right; otherwise the example is below. */
  beside?: boolean;
  /** On a white sheet, so that sections can be told apart. */
  sheet?: boolean;
  children: ReactNode;
};

/** A section of the landing page: a claim and its example. */
export function Section({ title, lead, action, beside = false, sheet = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} data-sheet={sheet} aria-labelledby={id}>
      <div className={styles.inner} data-beside={beside}>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          <div className={styles.lead}>{lead}</div>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}
