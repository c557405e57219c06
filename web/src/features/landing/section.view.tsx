import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = {
  title: string;
  lead: ReactNode;
  /** Below the lead, mostly the way in. */
  action?: ReactNode;
  /** `beside`: words on the left, what they are about on the right; else below. */
  beside?: boolean;
  /** On a sheet instead of the paper, so that sections can be told apart. */
  sheet?: boolean;
  children: ReactNode;
};

/** One promise of the landing page: its words, and the thing itself. */
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
