import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './timeline.module.css';

/** What came into being, what changed, what went, and what just happened. */
export type Tone = 'made' | 'changed' | 'gone' | 'plain';

type TimelineProps = {
  /** What it is the history of. */
  label: string;
  /** A day of several: what stands above it. */
  heading?: string;
  children: ReactNode;
};

/** What happened, one below the other along a line; within it `TimelineEntry`. */
export function Timeline({ label, heading, children }: TimelineProps) {
  return (
    <section aria-label={heading ?? label}>
      {heading && <h2 className={styles.heading}>{heading}</h2>}
      <ol className={styles.timeline}>{children}</ol>
    </section>
  );
}

type TimelineEntryProps = {
  icon: LucideIcon;
  tone?: Tone;
  /** What happened, in a few words. */
  title: ReactNode;
  /** When: `short` is what is read, `exact` stands beside it. */
  time: { instant: string; short: ReactNode; exact: string };
  /** Who, and from where. */
  by?: ReactNode;
  /** It came just now: it lights up. */
  isNew?: boolean;
  /** Where it leads. */
  links?: ReactNode;
  /** What it changed. */
  children?: ReactNode;
};

export function TimelineEntry(props: TimelineEntryProps) {
  const { icon, tone = 'plain', title, time, by, isNew = false, links, children } = props;
  return (
    <li className={styles.entry} data-tone={tone} data-new={isNew}>
      <span className={styles.sign}>
        <Icon of={icon} size={16} />
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.title}>{title}</h3>
          <time className={styles.time} dateTime={time.instant}>
            {time.short}
            <span className={styles.exact}>{time.exact}</span>
          </time>
        </div>
        {by && <p className={styles.by}>{by}</p>}
        {children}
        {links && <p className={styles.links}>{links}</p>}
      </div>
    </li>
  );
}
