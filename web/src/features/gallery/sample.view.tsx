import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import styles from './gallery.module.css';

export const SHOWN = ['light', 'dark', 'both'] as const;
export type Shown = (typeof SHOWN)[number];

/** In which theme the samples are drawn, whatever the page has. */
export const shownAtom = atom<Shown>('both');

/** A component: what it is for, and its states. */
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

/** One state of it, in the chosen themes: side by side, `wide` ones below each other. */
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

/** Holds what a sample changes. */
export function Held<Value>({ start, children }: HeldProps<Value>) {
  const [value, set] = useState<Value>(start);
  return children(value, set);
}

/** One state of what has the colours of the page, whatever theme a part of it has. */
export function StateOfPage({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className={styles.state} data-sample>
      <h4>{of}</h4>
      <div className={styles.theme}>{children}</div>
    </div>
  );
}

/** Nothing happens: a sample leads nowhere. */
export const nothing = () => undefined;
