import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './menu-drawer.module.css';
import { SideMenu } from './side-menu.view.tsx';

/** The side menu of narrow screens. The browser's own dialog holds the focus and closes on Esc. */
export function MenuDrawer() {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const close = () => dialog.current?.close();
  return (
    <div className={styles.drawer}>
      <button type="button" className={styles.button} aria-label="Menu" onClick={() => setOpen(true)}>
        <Icon of={Menu} />
      </button>
      <dialog
        ref={dialog}
        className={styles.panel}
        aria-label="Menu"
        closedby="any"
        onClose={() => setOpen(false)}
      >
        {/* Closed it is empty: one menu on a page is enough. */}
        {isOpen && (
          <>
            <SideMenu onLeave={close} />
            <button type="button" className={styles.close} aria-label="Close menu" onClick={close}>
              <Icon of={X} />
            </button>
          </>
        )}
      </dialog>
    </div>
  );
}
