import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

type Look = { look?: 'main' | 'plain' | 'quiet' | 'danger'; wide?: boolean };

/** `busy` keeps its width and place, and says so. */
export function Button({
  look = 'main',
  wide = false,
  busy = false,
  busyLabel,
  children,
  ...button
}: ComponentProps<'button'> & Look & { busy?: boolean; busyLabel?: string }) {
  return (
    <button
      type="button"
      {...button}
      className={styles.button}
      data-look={look}
      data-wide={wide}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : button.onClick}
    >
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

export function LinkButton({ look = 'main', wide = false, ...link }: LinkProps & Look) {
  return <Link {...link} className={styles.button} data-look={look} data-wide={wide} />;
}
