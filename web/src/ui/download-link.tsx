import { Download } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';

type DownloadLinkProps = {
  href: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
};

/** A link that looks like a button, to a file of any size that the server makes: the browser writes it to disk. */
export function DownloadLink({ href, onClick, children }: DownloadLinkProps) {
  return (
    <a className={styles.button} data-variant="quiet" href={href} onClick={onClick} download>
      <Icon of={Download} size={16} /> {children}
    </a>
  );
}
