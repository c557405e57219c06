import { Link } from 'react-router-dom';
import { Wordmark } from '../../ui/mark.tsx';
import { paths } from '../paths.ts';
import styles from './public-footer.module.css';

const inNewTab = { target: '_blank', rel: 'noopener' } as const;

/** Below every public page. The legal texts open in a new tab, so that typed text is not lost. */
export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <Link to={paths.root} className={styles.home} aria-label="Tallyboard, to the start page">
          <Wordmark />
        </Link>
        <nav className={styles.links} aria-label="More">
          <Link to={paths.pricing}>Pricing</Link>
          <Link to={paths.contact}>Contact</Link>
          <Link to={paths.terms} {...inNewTab}>
            Terms & Conditions<span className="visually-hidden"> (new tab)</span>
          </Link>
          <Link to={paths.privacy} {...inNewTab}>
            Privacy Policy<span className="visually-hidden"> (new tab)</span>
          </Link>
        </nav>
        <p className={styles.right}>© {new Date().getFullYear()} Tallyboard. All rights reserved.</p>
      </div>
    </footer>
  );
}
