import { useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import {
  cancelPreferencesAtom,
  preferencesAtom,
  savePreferencesAtom,
  switchPreferenceAtom,
} from './cookie-consent.atoms.ts';
import styles from './cookie-preferences.module.css';

/** Esc cancels, Enter saves. */
export function CookiePreferences() {
  const draft = useAtomValue(preferencesAtom);
  const change = useSetAtom(switchPreferenceAtom);
  const cancel = useSetAtom(cancelPreferencesAtom);
  const save = useSetAtom(savePreferencesAtom);
  const title = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Modal open={draft !== null} className={styles.dialog} aria-labelledby={title} onClose={cancel}>
      <form onSubmit={submit}>
        <h2 id={title}>Cookie preferences</h2>
        <div className={styles.kind}>
          <Checkbox label="Necessary" checked disabled />
          <p>Keep you signed in and remember this choice. Without them nothing works.</p>
        </div>
        <div className={styles.kind}>
          <Checkbox
            label="Analytics"
            checked={draft?.analytics ?? false}
            onChange={(event) => change({ analytics: event.target.checked })}
          />
          <p>Tell us which pages are read, so that we can make them better.</p>
        </div>
        <div className={styles.kind}>
          <Checkbox
            label="Marketing"
            checked={draft?.marketing ?? false}
            onChange={(event) => change({ marketing: event.target.checked })}
          />
          <p>Tell us which of our advertisements brought you here.</p>
        </div>
        <div className={styles.actions}>
          <Button variant="plain" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit">Save Preferences</Button>
        </div>
      </form>
    </Modal>
  );
}
