import { useSetAtom } from 'jotai';
import { openPreferencesAtom } from '../../kit/public/cookie-consent.atoms.ts';
import { Button } from '../../ui/button.tsx';
import styles from './cookie-choice-button.module.css';

/** Withdrawing consent is as easy as giving it. */
export function CookieChoiceButton() {
  const open = useSetAtom(openPreferencesAtom);
  return (
    <div className={styles.choice}>
      <Button variant="plain" onClick={open}>
        Change cookie preferences
      </Button>
    </div>
  );
}
