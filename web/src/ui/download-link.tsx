import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';

/** Looks like a button and is a link to a file that the server makes: as large as it likes, it goes straight to disk. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.button} data-look="quiet" href={href} download>
      <Icon of={Download} size={16} /> {children}
    </a>
  );
}
