import { useAtom, useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { employeeAtom } from '../session/session.atoms.ts';
import { entriesFor } from './menu.ts';
import { shortcutsHelpAtom } from './shell-shortcuts.atoms.ts';
import styles from './shell-shortcuts.module.css';
import { shortcuts } from './shell-shortcuts.ts';

/** Work in every form, whatever is switched off. */
const IN_FORMS = [
  { keys: 'Enter', label: 'Save the form' },
  { keys: 'Esc', label: 'Close a message, a dialog or a search' },
];

/** What the key `?` shows. The browser's own dialog holds the focus and closes on Esc. */
export function ShortcutsHelp() {
  const employee = useAtomValue(employeeAtom);
  const [isOpen, setOpen] = useAtom(shortcutsHelpAtom);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="shortcuts-help"
      onClose={() => setOpen(false)}
    >
      {isOpen && (
        <>
          <div className={styles.head}>
            <h2 id="shortcuts-help">Keyboard shortcuts</h2>
            <button type="button" className={styles.close} aria-label="Close" onClick={() => setOpen(false)}>
              <Icon of={X} />
            </button>
          </div>
          <dl className={styles.list}>
            {[...entriesFor(shortcuts, employee), ...IN_FORMS].map(({ keys, label }) => {
              const [first, second] = keys.split(' ');
              return (
                <div key={keys}>
                  <dt>{label}</dt>
                  <dd>
                    <kbd>{first}</kbd>
                    {second && <kbd>{second}</kbd>}
                  </dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
    </dialog>
  );
}
