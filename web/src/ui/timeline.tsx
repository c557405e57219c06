import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './timeline.module.css';

/** An event that created, changed or removed something, or that has just happened. */
export type Tone = 'made' | 'changed' | 'gone' | 'plain';

type TimelineProps = {
  /** What the history is about. */
  label: string;
  /** The heading of one day among several. */
  heading?: string;
  children: ReactNode;
};

/** Events below each other along a line, each a `TimelineEntry`. */
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
  /** The event in a few words. */
  title: ReactNode;
  /** The time: `short` in the text, `exact` beside it. */
  time: { instant: string; short: ReactNode; exact: string };
  /** The person, and the origin of the change. */
  by?: ReactNode;
  /** Has just arrived: the entry lights up. */
  isNew?: boolean;
  /** Links to the screens of the event. */
  links?: ReactNode;
  /** The changed fields. */
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
