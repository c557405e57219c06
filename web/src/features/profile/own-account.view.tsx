import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { NewPasswords } from '../../kit/forms/new-passwords.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { passkeysQuery } from '../../kit/session/passkeys.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { type Alert, noAlert, successAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField, PasswordText } from '../../ui/password-field.tsx';
import {
  codeForm,
  emailChangedAtom,
  mailedAtom,
  NO_EMAIL,
  NO_PASSWORDS,
  newEmailForm,
  passwordForm,
} from './own-account.atoms.ts';
import styles from './own-sessions.module.css';

/** The person's own email and password. */
export function OwnAccount() {
  return (
    <>
      <div className={styles.sessions}>
        <Panel narrow title="Change your email">
          <EmailPanel />
        </Panel>
      </div>
      <div className={styles.sessions}>
        <Panel narrow title="Change your password">
          <FormSheet form={passwordForm} action="Change password" busyAction="Changing…">
            <PasswordFields />
          </FormSheet>
        </Panel>
      </div>
    </>
  );
}

function EmailPanel() {
  const [mailed, setMailed] = useAtom(mailedAtom);
  const changed = useSetAtom(emailChangedAtom);
  const [done, setDone] = useState<Alert>(noAlert);
  // The password does not outlive the page.
  useEffect(() => () => setMailed(null), [setMailed]);
  if (mailed === null)
    return (
      <>
        <MessageBox alert={done} onClose={() => setDone(noAlert)} />
        <FormSheet
          form={newEmailForm}
          action="Send code"
          busyAction="Sending…"
          onDone={() => setDone(noAlert)}
          aside={<ByPasskey />}
        >
          <EmailFields />
        </FormSheet>
      </>
    );
  const finish = () => {
    setDone(successAlert(messages.emailChanged));
    changed();
  };
  return (
    <FormSheet
      form={codeForm}
      action="Change email"
      busyAction="Changing…"
      onDone={finish}
      aside={
        <Button variant="plain" onClick={() => setMailed(null)}>
          Back
        </Button>
      }
    >
      <p>
        We mailed a six-digit code to <strong>{mailed.newEmail}</strong>. It is valid for 10 minutes.
      </p>
      <CodeField />
    </FormSheet>
  );
}

function EmailFields() {
  const { type, bind } = useFields(newEmailForm);
  useEffect(() => () => type(NO_EMAIL), [type]);
  return (
    <>
      <TextField
        {...bind('newEmail', messages.invalidEmail)}
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        hint="We mail a code there. Your present address is told, and can undo the change for seven days."
      />
      <PasswordField
        {...bind('currentPassword')}
        label="Your password"
        autoComplete="current-password"
        required
      />
    </>
  );
}

/** In place of the password, for those with a passkey. */
function ByPasskey() {
  const hasOne = (useQuery(passkeysQuery, null)?.requestedData.length ?? 0) > 0;
  const type = useSetAtom(newEmailForm.typeAtom);
  const submit = useSetAtom(newEmailForm.submitAtom);
  const busy = useAtomValue(newEmailForm.busyAtom);
  const send = async () => {
    type({ byPasskey: true });
    if ((await submit()) === null) type({ byPasskey: false });
  };
  return hasOne ? (
    <Button variant="plain" wide busy={busy} onClick={() => void send()}>
      Use a passkey
    </Button>
  ) : null;
}

function CodeField() {
  const { bind } = useFields(codeForm);
  return (
    <TextField
      {...bind('code')}
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus
    />
  );
}

function PasswordFields() {
  const { email } = useAtomValue(employeeAtom);
  const { type, bind } = useFields(passwordForm);
  useEffect(() => () => type(NO_PASSWORDS), [type]);
  const current = (shown: boolean) => (
    <PasswordText
      {...bind('currentPassword')}
      label="Current password"
      autoComplete="current-password"
      required
      shown={shown}
    />
  );
  return <NewPasswords email={email} bind={bind} above={current} />;
}
