import type { ReactNode } from 'react';
import styles from './number-button.module.css';

type NumberButtonProps = {
  /** The number as text; the accessible name of the button says that it opens. */
  text: string;
  onOpen: () => void;
  /** The number as it is drawn. */
  children: ReactNode;
};

/** A number that opens its explanation: it looks like a number, with dots below it. */
export function NumberButton({ text, onOpen, children }: NumberButtonProps) {
  return (
    <button
      type="button"
      className={styles.number}
      aria-haspopup="dialog"
      aria-label={`How ${text} came to be`}
      title="See how it came to be"
      onClick={onOpen}
    >
      {children}
    </button>
  );
}
