import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CHOICE_PARTS } from '#contracts/password.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { hasPasskeys } from '../../kit/session/passkey-device.ts';
import { secondStepAtom } from '../../kit/session/second-step.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { type Accepting, createAccepting } from './invitation.atoms.ts';

/** Where the link of an invitation leads. */
export function InvitationPage({ token }: { token: string }) {
  const [form] = useState(() => createAccepting(token));
  const { leaving, go } = useLeaveScreen();
  const store = useStore();
  const enter = () => {
    const { byPasskey } = store.get(form.draftAtom);
    const signedIn = byPasskey ? paths.myProfile : paths.dashboard;
    void go(store.get(secondStepAtom) === null ? signedIn : paths.login, { replace: true });
  };
  return (
    <TwoPanels
      title="Welcome to Tallyboard"
      panel="About this page"
      aside={<p>Your company added you. Choose how you sign in from now on; this link works once.</p>}
    >
      <FormSheet
        form={form}
        action="Set password and log in"
        busyAction="One moment…"
        leaving={leaving}
        onDone={enter}
        aside={<Otherwise form={form} leaving={leaving} onDone={enter} />}
      >
        <OwnPassword form={form} />
      </FormSheet>
    </TwoPanels>
  );
}

function OwnPassword({ form }: { form: Accepting }) {
  const { draft, bind } = useFields(form);
  const [shown, show] = useState(false);
  return (
    <>
      <PasswordText
        {...bind('newPassword')}
        label="New password"
        autoComplete="new-password"
        required
        autoFocus
        shown={shown}
        hint={<PasswordRules password={draft.newPassword} parts={CHOICE_PARTS} />}
      />
      <PasswordText
        {...bind('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
        required
        shown={shown}
      />
      <ShowPassword shown={shown} onShow={show} />
    </>
  );
}

function Otherwise({ form, leaving, onDone }: { form: Accepting; leaving: boolean; onDone: () => void }) {
  const type = useSetAtom(form.typeAtom);
  const submit = useSetAtom(form.submitAtom);
  const busy = useAtomValue(form.busyAtom);
  const goOn = async () => {
    type({ byPasskey: true });
    if ((await submit()) === null) type({ byPasskey: false });
    else onDone();
  };
  return (
    <>
      {hasPasskeys() && (
        <Button variant="plain" wide busy={busy || leaving} onClick={() => void goOn()}>
          Use a passkey instead
        </Button>
      )}
      <p>
        Link ended? Your manager can send a new one. <Link to={paths.login}>Log in</Link>
      </p>
    </>
  );
}
