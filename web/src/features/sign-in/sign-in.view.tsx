import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { CHOICE_PARTS } from '#contracts/password.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths, wantedPath } from '../../kit/paths.ts';
import { useSignedIn } from '../../kit/public/public-page.hooks.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { secondStepAtom } from '../../kit/session/second-step.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { passkeyBusyAtom, signInByPasskeyAtom } from './passkey-sign-in.atoms.ts';
import { asksForOwnAtom, NO_PASSWORDS, secondStepForm, signInForm } from './sign-in.atoms.ts';
import styles from './sign-in.module.css';

export function SignInPage() {
  const { leaving, go } = useLeaveScreen();
  const wanted = wantedPath(useLocation().search);
  const isSignedIn = useSignedIn();
  const [secondStep, setSecondStep] = useAtom(secondStepAtom);
  useEffect(() => () => setSecondStep(null), [setSecondStep]);
  if (isSignedIn) return <Navigate to={wanted} replace />;
  const enter = () => void go(wanted, { replace: true });
  const byPasskey = <ByPasskey leaving={leaving} onDone={enter} />;
  if (secondStep !== null)
    return (
      <TwoPanels title="Log in" panel="What Tallyboard is for" aside={<Promises />}>
        <SecondStepSheet leaving={leaving} onDone={enter} aside={secondStep.passkey && byPasskey} />
      </TwoPanels>
    );
  return (
    <TwoPanels title="Log in" panel="What Tallyboard is for" aside={<Promises />}>
      <FormSheet
        form={signInForm}
        action="Log in"
        busyAction="Logging in…"
        leaving={leaving}
        onDone={({ isLoggedIn }) => isLoggedIn && enter()}
        aside={
          <>
            {byPasskey}
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

type SecondStepProps = { leaving: boolean; onDone: () => void; aside: ReactNode };

/** After a right password of a person with a second factor. */
function SecondStepSheet({ leaving, onDone, aside }: SecondStepProps) {
  const back = useSetAtom(secondStepAtom);
  return (
    <FormSheet
      form={secondStepForm}
      action="Log in"
      busyAction="Logging in…"
      leaving={leaving}
      onDone={onDone}
      aside={
        <>
          {aside}
          <Button variant="plain" wide onClick={() => back(null)}>
            Back
          </Button>
        </>
      }
    >
      <CodeField />
    </FormSheet>
  );
}

function CodeField() {
  const { type, bind } = useFields(secondStepForm);
  useEffect(() => () => type({ code: '' }), [type]);
  return (
    <TextField
      {...bind('code')}
      label="Code"
      autoComplete="one-time-code"
      hint="Six digits of your authenticator app, or a recovery code. Lost both? Your administrator can reset them."
      autoFocus
    />
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
