import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon;
  /** The name for screen readers. */
  label: string;
  /** The size of the icon, in pixels. */
  size?: number;
};

/** A button with an icon and no text, large enough for a finger. */
export function IconButton({ icon, label, size, className = '', ...button }: IconButtonProps) {
  return (
    <button type="button" {...button} className={`${styles.button} ${className}`} aria-label={label}>
      <Icon of={icon} {...(size && { size })} />
    </button>
  );
}
