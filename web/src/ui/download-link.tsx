import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';

/** A link that looks like a button, to a file of any size that the server makes: the browser writes it to disk. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.button} data-variant="quiet" href={href} download>
      <Icon of={Download} size={16} /> {children}
    </a>
  );
}
