import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import styles from './gallery.module.css';

export const SHOWN = ['light', 'dark', 'both'] as const;
export type Shown = (typeof SHOWN)[number];

/** The theme of the samples, independent of the page. */
export const shownAtom = atom<Shown>('both');

/** A component: its purpose and its states. */
export function Sample({ name, use, children }: { name: string; use: string; children: ReactNode }) {
  return (
    <section className={styles.sample} aria-label={name}>
      <h3>{name}</h3>
      <p className={styles.use}>{use}</p>
      {children}
    </section>
  );
}

type StateProps = { of: string; wide?: boolean; children: ReactNode };

/** One state of a component, in the chosen themes: side by side, or below each other when `wide`. */
export function State({ of, wide = false, children }: StateProps) {
  const shown = useAtomValue(shownAtom);
  const themes = shown === 'both' ? (['light', 'dark'] as const) : [shown];
  return (
    <div className={styles.state} data-sample>
      <h4>{of}</h4>
      <div className={styles.themes} data-wide={wide}>
        {themes.map((theme) => (
          <div key={theme} data-theme={theme} className={styles.theme}>
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}

type HeldProps<Value> = { start: Value; children: (value: Value, set: (value: Value) => void) => ReactNode };

/** Holds a value that a sample changes. */
export function Held<Value>({ start, children }: HeldProps<Value>) {
  const [value, set] = useState<Value>(start);
  return children(value, set);
}

/** One state in the theme of the whole page. */
export function StateOfPage({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className={styles.state} data-sample>
      <h4>{of}</h4>
      <div className={styles.theme}>{children}</div>
    </div>
  );
}

/** Does nothing: a sample has no effect. */
export const nothing = () => undefined;
