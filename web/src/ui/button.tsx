import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

type Variant = { variant?: 'main' | 'plain' | 'quiet' | 'danger'; wide?: boolean };

/** While `busy` the button keeps its width and place, and says so. */
export function Button({
  variant = 'main',
  wide = false,
  busy = false,
  busyLabel,
  children,
  ...button
}: ComponentProps<'button'> & Variant & { busy?: boolean; busyLabel?: string }) {
  return (
    <button
      type="button"
      {...button}
      className={styles.button}
      data-variant={variant}
      data-wide={wide}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : button.onClick}
    >
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

export function LinkButton({ variant = 'main', wide = false, ...link }: LinkProps & Variant) {
  return <Link {...link} className={styles.button} data-variant={variant} data-wide={wide} />;
}
