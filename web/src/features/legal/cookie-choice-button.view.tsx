import { useSetAtom } from 'jotai';
import { openPreferencesAtom } from '../../app/public/cookie-consent.atoms.ts';
import { Button } from '../../ui/button.tsx';
import styles from './cookie-choice-button.module.css';

/** A consent is as easily taken back as given. */
export function CookieChoiceButton() {
  const open = useSetAtom(openPreferencesAtom);
  return (
    <div className={styles.choice}>
      <Button look="plain" onClick={open}>
        Change cookie preferences
      </Button>
    </div>
  );
}
