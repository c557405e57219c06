import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useQuery } from '../queries/query.hooks.ts';
import { askingAtom, closeConfirmAtom } from './confirm-identity.atoms.ts';
import styles from './confirm-identity.module.css';
import { confirmAlertAtom, confirmAtom, confirmBusyAtom } from './identity-question.atoms.ts';
import { passkeysQuery } from './passkeys.queries.ts';

/** Asks who it is, before what needs it. */
export function ConfirmIdentity() {
  const isOpen = useAtomValue(askingAtom) !== null;
  const busy = useAtomValue(confirmBusyAtom);
  const close = useSetAtom(closeConfirmAtom);
  const title = useId();
  return (
    <Modal open={isOpen} closable={!busy} onClose={() => close(false)} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        Is it you?
      </h2>
      <Proof />
    </Modal>
  );
}

function Proof() {
  const byPasskey = (useQuery(passkeysQuery, null)?.requestedData.length ?? 0) > 0;
  const [password, setPassword] = useState('');
  const [alert, setAlert] = useAtom(confirmAlertAtom);
  const busy = useAtomValue(confirmBusyAtom);
  const confirm = useSetAtom(confirmAtom);
  const close = useSetAtom(closeConfirmAtom);
  useEffect(() => () => setAlert(noAlert), [setAlert]);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm(password);
      }}
    >
      <p>Please confirm it before this goes on. It is good for five minutes.</p>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoFocus
      />
      <div className={styles.actions}>
        <Button variant="plain" onClick={() => close(false)} aria-disabled={busy || undefined}>
          Cancel
        </Button>
        {byPasskey && (
          <Button variant="plain" busy={busy} onClick={() => void confirm(null)}>
            Use a passkey
          </Button>
        )}
        <Button type="submit" busy={busy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
