import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { useLeaving } from '../../app/forms/leaving.hooks.ts';
import { useSignedIn } from '../../app/public/public-page.hooks.ts';
import { TwoPanels } from '../../app/public/two-panels.view.tsx';
import { paths, wantedPath } from '../../app/routes/paths.ts';
import { TextField } from '../../ui/field.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { Promises } from './promises.view.tsx';
import { signInForm } from './sign-in.atoms.ts';
import styles from './sign-in.module.css';

export function SignInPage() {
  const { leaving, go } = useLeaving();
  const wanted = wantedPath(useLocation().search);
  const isSignedIn = useSignedIn();
  if (isSignedIn) return <Navigate to={wanted} replace />;
  return (
    <TwoPanels title="Log in" panel="What Tallyboard is for" aside={<Promises />}>
      <FormSheet
        form={signInForm}
        action="Log in"
        busyAction="Logging in…"
        leaving={leaving}
        onDone={() => void go(wanted, { replace: true })}
        aside={
          <p>
            New here? <Link to={paths.register}>Start a free trial</Link>
          </p>
        }
      >
        <CredentialFields />
      </FormSheet>
    </TwoPanels>
  );
}

function CredentialFields() {
  const { email, password } = useAtomValue(signInForm.draftAtom);
  const refused = useAtomValue(signInForm.refusedAtom);
  const type = useSetAtom(signInForm.typeAtom);
  const [shown, show] = useState(false);
  // The password does not lie about in a page that was left.
  useEffect(() => () => type({ password: '' }), [type]);
  return (
    <>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        value={email}
        error={refused.includes('email')}
        onChange={(event) => type({ email: event.target.value })}
      />
      <PasswordText
        name="password"
        label="Password"
        autoComplete="current-password"
        shown={shown}
        value={password}
        error={refused.includes('password')}
        onChange={(event) => type({ password: event.target.value })}
      />
      <div className={styles.below}>
        <ShowPassword shown={shown} onShow={show} />
        <Link to={paths.confirmEmail}>Reset password</Link>
      </div>
    </>
  );
}
