import { Menu, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './menu-drawer.module.css';
import { SideMenu } from './side-menu.view.tsx';

/** The side menu of narrow screens. */
export function MenuDrawer() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={styles.drawer}>
      <IconButton icon={Menu} label="Menu" className={styles.button} onClick={() => setOpen(true)} />
      <Modal
        open={isOpen}
        shape="panel"
        lightDismiss
        className={styles.panel}
        aria-label="Menu"
        onClose={close}
      >
        <SideMenu onLeave={close} />
        <IconButton icon={X} label="Close menu" className={styles.close} onClick={close} />
      </Modal>
    </div>
  );
}
