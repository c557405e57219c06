import { Menu, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './narrow-menu.module.css';

const LINKS = [
  ['Log In', paths.login],
  ['Sign Up', paths.register],
  ['Pricing', paths.pricing],
  ['Contact', paths.contact],
] as const;

/** A menu that slides in from the right, where the thumb is. */
export function NarrowMenu() {
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
