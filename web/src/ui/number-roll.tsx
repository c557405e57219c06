import { useState } from 'react';
import { motionAllowed } from './motion.ts';
import styles from './number-roll.module.css';

type Rolling = { text: string; before: string | null };

/** A number that rolls for 150 ms when it changes: only the digits that differ move. At rest it is plain text. */
export function NumberRoll({ text }: { text: string }) {
  const [shown, setShown] = useState<Rolling>({ text, before: null });
  if (shown.text !== text) setShown({ text, before: motionAllowed() ? shown.text : null });
  if (shown.before === null) return <>{text}</>;
  return (
    <span className={styles.roll} onAnimationEnd={() => setShown({ text, before: null })}>
      {digits(text, shown.before).map(({ key, now, was }) =>
        was === now ? (
          <span key={key}>{now}</span>
        ) : (
          <span key={key} className={styles.slot}>
            <span className={styles.in}>{now}</span>
            <span className={styles.out} aria-hidden="true" data-was={was} />
          </span>
        ),
      )}
    </span>
  );
}

/** Compared from the right, where a number's places are the same. */
function digits(text: string, before: string): { key: number; now: string; was: string }[] {
  const shift = before.length - text.length;
  return [...text].map((now, at) => ({ key: text.length - at, now, was: before[at + shift] ?? '' }));
}
