import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { paths } from '../paths.ts';
import styles from './public-header.module.css';
import { useSignedIn } from './public-page.hooks.ts';

/** The header of public pages: the logo and a Log in link. `children` are links of the page itself. */
export function PublicHeader({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to={paths.root} className={styles.home} aria-label="Tallyboard, to the start page">
          <Wordmark />
        </Link>
        <nav className={styles.links} aria-label="Tallyboard">
          {children}
          <LogInLink />
        </nav>
      </div>
    </header>
  );
}

/** Leads signed-in people to the dashboard instead. */
export function LogInLink() {
  const isSignedIn = useSignedIn();
  return (
    <LinkButton variant="plain" to={isSignedIn ? paths.dashboard : paths.login}>
      {isSignedIn ? 'Dashboard' : 'Log in'}
    </LinkButton>
  );
}
