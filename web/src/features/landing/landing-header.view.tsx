import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { LogInLink } from '../../kit/public/public-header.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import styles from './landing-header.module.css';
import { NarrowMenu } from './narrow-menu.view.tsx';

/** On the board, above the hero. Narrow screens show its links in a panel. */
export function LandingHeader() {
  return (
    <header className={styles.board}>
      <div className={styles.header} data-theme="dark">
        <Link to={paths.root} className={styles.home} aria-label="Tallyboard">
          <Wordmark />
        </Link>
        <nav className={styles.wide} aria-label="Tallyboard">
          <Link to={paths.pricing}>Pricing</Link>
          <Link to={paths.contact}>Contact</Link>
          <LinkButton variant="quiet" to={paths.register}>
            Sign up
          </LinkButton>
          <LogInLink />
        </nav>
        <NarrowMenu />
      </div>
    </header>
  );
}
