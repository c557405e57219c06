import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/routes/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './narrow-menu.module.css';

const LINKS = [
  ['Log In', paths.login],
  ['Sign Up', paths.register],
  ['Pricing', paths.pricing],
  ['Contact', paths.contact],
] as const;

/** A panel that slides in from the side of the thumb. The browser's own dialog holds the focus and closes on Esc. */
export function NarrowMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div className={styles.narrow}>
      <button
        type="button"
        className={styles.button}
        aria-label="Menu"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon of={Menu} size={24} />
      </button>
      <dialog ref={dialog} className={styles.panel} aria-label="Menu" closedby="any">
        <nav aria-label="Menu">
          {LINKS.map(([label, path]) => (
            <Link key={path} to={path} onClick={close}>
              {label}
            </Link>
          ))}
        </nav>
        <button type="button" className={styles.close} aria-label="Close menu" onClick={close}>
          <Icon of={X} size={24} />
        </button>
      </dialog>
    </div>
  );
}
