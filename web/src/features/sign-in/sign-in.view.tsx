import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { CHOICE_PARTS } from '#contracts/password.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths, wantedPath } from '../../kit/paths.ts';
import { useSignedIn } from '../../kit/public/public-page.hooks.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { passkeyBusyAtom, signInByPasskeyAtom } from './passkey-sign-in.atoms.ts';
import { asksForOwnAtom, NO_PASSWORDS, signInForm } from './sign-in.atoms.ts';
import styles from './sign-in.module.css';

export function SignInPage() {
  const { leaving, go } = useLeaveScreen();
  const wanted = wantedPath(useLocation().search);
  const isSignedIn = useSignedIn();
  if (isSignedIn) return <Navigate to={wanted} replace />;
  const enter = () => void go(wanted, { replace: true });
  return (
    <TwoPanels title="Log in" panel="What Tallyboard is for" aside={<Promises />}>
      <FormSheet
        form={signInForm}
        action="Log in"
        busyAction="Logging in…"
        leaving={leaving}
        onDone={enter}
        aside={
          <>
            <ByPasskey leaving={leaving} onDone={enter} />
            <p>
              New here? <Link to={paths.register}>Start a free trial</Link>
            </p>
          </>
        }
      >
        <CredentialFields />
      </FormSheet>
    </TwoPanels>
  );
}

function CredentialFields() {
  const { draft, type, bind } = useFields(signInForm);
  const [shown, show] = useState(false);
  // The password is cleared when the page is left.
  useEffect(() => () => type(NO_PASSWORDS), [type]);
  const asksForOwn = useAtomValue(asksForOwnAtom);
  return (
    <>
      <TextField
        {...bind('email')}
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
      />
      <PasswordText {...bind('password')} label="Password" autoComplete="current-password" shown={shown} />
      {asksForOwn && (
        <PasswordText
          {...bind('newPassword')}
          label="New password"
          autoComplete="new-password"
          shown={shown}
          hint={<PasswordRules password={draft.newPassword} parts={CHOICE_PARTS} />}
        />
      )}
      <div className={styles.below}>
        <ShowPassword shown={shown} onShow={show} />
        <Link to={paths.confirmEmail}>Reset password</Link>
      </div>
    </>
  );
}

function ByPasskey({ leaving, onDone }: { leaving: boolean; onDone: () => void }) {
  const busy = useAtomValue(passkeyBusyAtom);
  const signIn = useSetAtom(signInByPasskeyAtom);
  const press = async () => {
    if (await signIn()) onDone();
  };
  return (
    <Button variant="plain" wide busy={busy || leaving} onClick={() => void press()}>
      Sign in with a passkey
    </Button>
  );
}

const LINES = [
  'Track your sales and commision',
  'Track your progress with a detailed report',
  'Activate your winning mode',
] as const;

/** The promises of the product, beside the form. */
function Promises() {
  return (
    <ul className={styles.lines}>
      {LINES.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
