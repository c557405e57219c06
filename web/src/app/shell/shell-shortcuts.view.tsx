import { useAtom, useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { entriesFor } from './menu.ts';
import { shortcutsHelpAtom } from './shell.atoms.ts';
import { shortcuts } from './shell-shortcuts.hooks.ts';
import styles from './shell-shortcuts.module.css';

/** These work in every field, also while shortcuts are switched off. */
const ALWAYS = [
  {
    keys: /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K',
    label: 'Find people, screens and actions',
  },
  { keys: 'Enter', label: 'Save the form' },
  { keys: 'Esc', label: 'Close a message, a dialog or a search' },
];

/** The help dialog, opened by the key `?`. */
export function ShortcutsHelp() {
  const employee = useAtomValue(employeeAtom);
  const [isOpen, setOpen] = useAtom(shortcutsHelpAtom);
  const close = () => setOpen(false);
  return (
    <Modal open={isOpen} className={styles.dialog} aria-labelledby="shortcuts-help" onClose={close}>
      <div className={styles.head}>
        <h2 id="shortcuts-help">Keyboard shortcuts</h2>
        <IconButton icon={X} label="Close" className={styles.close} onClick={close} />
      </div>
      <dl className={styles.list}>
        {[...entriesFor(shortcuts, employee), ...ALWAYS].map(({ keys, label }) => {
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
    </Modal>
  );
}
