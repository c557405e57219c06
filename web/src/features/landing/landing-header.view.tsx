import { Menu, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { LogInLink } from '../../kit/public/public-header.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './landing-header.module.css';

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

const LINKS = [
  ['Log In', paths.login],
  ['Sign Up', paths.register],
  ['Pricing', paths.pricing],
  ['Contact', paths.contact],
] as const;

/** A menu that slides in from the right, where the thumb is. */
function NarrowMenu() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={styles.narrow}>
      <IconButton
        icon={Menu}
        size={24}
        label="Menu"
        className={styles.button}
        onClick={() => setOpen(true)}
      />
      <Modal
        open={isOpen}
        shape="panel"
        lightDismiss
        className={styles.panel}
        aria-label="Menu"
        onClose={close}
      >
        <nav aria-label="Menu">
          {LINKS.map(([label, path]) => (
            <Link key={path} to={path} onClick={close}>
              {label}
            </Link>
          ))}
        </nav>
        <IconButton icon={X} size={24} label="Close menu" className={styles.close} onClick={close} />
      </Modal>
    </div>
  );
}
