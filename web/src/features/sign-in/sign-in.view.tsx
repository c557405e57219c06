import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths, wantedPath } from '../../app/paths.ts';
import { askSignedInAtom } from '../../app/session.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { SidePanel } from './side-panel.view.tsx';
import {
  credentialsAtom,
  refusedFieldAtom,
  signInAtom,
  signInTicketsAtom,
  signingInAtom,
} from './sign-in.atoms.ts';
import styles from './sign-in.module.css';

export function SignInPage() {
  const [credentials, setCredentials] = useAtom(credentialsAtom);
  const [tickets, setTickets] = useAtom(signInTicketsAtom);
  const refused = useAtomValue(refusedFieldAtom);
  const busy = useAtomValue(signingInAtom);
  const signIn = useSetAtom(signInAtom);
  const askSignedIn = useSetAtom(askSignedInAtom);
  const [showPassword, setShowPassword] = useState(false);
  const navigate = useNavigate();
  const wanted = wantedPath(useLocation().search);

  useEffect(() => {
    let isLeft = false;
    void askSignedIn().then((isSignedIn) => {
      if (isSignedIn && !isLeft) void navigate(wanted, { replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [askSignedIn, navigate, wanted]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await signIn()) await navigate(wanted, { replace: true });
  };

  return (
    <div className={styles.page}>
      <title>Log in · Tallyboard</title>
      <SidePanel />
      <main className={styles.main}>
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <h1>Log in</h1>
          <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
            value={credentials.email}
            error={refused !== null}
            onChange={(event) => setCredentials({ ...credentials, email: event.target.value })}
          />
          <TextField
            label="Password"
            type={showPassword ? 'text' : 'password'}
            autoComplete="current-password"
            value={credentials.password}
            error={refused === 'both'}
            onChange={(event) => setCredentials({ ...credentials, password: event.target.value })}
          />
          <div className={styles.below}>
            <Checkbox
              label="Show password"
              checked={showPassword}
              onChange={(event) => setShowPassword(event.target.checked)}
            />
            <Link to={paths.confirmEmail}>Reset password</Link>
          </div>
          <Button type="submit" wide busy={busy} busyLabel="Logging in…">
            Log in
          </Button>
        </form>
      </main>
    </div>
  );
}
