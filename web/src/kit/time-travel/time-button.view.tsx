import { useAtom, useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { Icon } from '../../ui/icon.tsx';
import { canShowPast } from './as-of-address.ts';
import { timeBarAtom } from './time-travel.atoms.ts';
import styles from './time-travel.module.css';

/** The id of the button, which gets the focus back. */
export const TIME_BUTTON = 'time-button';

/** Opens the time controls, on screens that can show the past. */
export function TimeButton() {
  const [isOpen, setOpen] = useAtom(timeBarAtom);
  const isPast = useAtomValue(isPastAtom);
  const { pathname } = useLocation();
  if (!canShowPast(pathname)) return null;
  return (
    <button
      id={TIME_BUTTON}
      type="button"
      className={styles.button}
      aria-expanded={isOpen}
      aria-label="Go back in time"
      title="Go back in time (t)"
      data-past={isPast}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon of={History} />
    </button>
  );
}
