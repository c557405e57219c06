import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { CHOICE_PARTS } from '#contracts/password.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { TwoPanels } from '../../app/public/two-panels.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordNeeds } from '../../ui/password-needs.tsx';
import { NO_PASSWORDS, newPasswordForm } from './new-password.atoms.ts';
import { forgetResetAtom, passwordResetAtom, resetStepAtom } from './password-reset.atoms.ts';
import { ResetAside } from './reset-aside.view.tsx';

export function NewPasswordPage() {
  const step = useAtomValue(resetStepAtom);
  const { leaving, leave } = useLeaving();
  const forget = useSetAtom(forgetResetAtom);
  // What is done stays on show until the page changes.
  if (step !== 'password' && !leaving) {
    return <Navigate to={step === 'email' ? paths.confirmEmail : paths.verifyCode} replace />;
  }
  const finish = () => {
    leave(paths.root, LEAVE_AFTER_MS.edit);
    forget();
  };
  return (
    <TwoPanels title="Choose a new password" panel="Steps of a reset" aside={<ResetAside at={2} />}>
      <FormSheet
        form={newPasswordForm}
        action="Change password"
        busyAction="Changing…"
        leaving={leaving}
        onDone={finish}
        aside={
          <p>
            Took longer than ten minutes? <Link to={paths.confirmEmail}>Get a new code</Link>
          </p>
        }
      >
        <NewPasswordFields />
      </FormSheet>
    </TwoPanels>
  );
}

function NewPasswordFields() {
  const { email } = useAtomValue(passwordResetAtom);
  const draft = useAtomValue(newPasswordForm.draftAtom);
  const refused = useAtomValue(newPasswordForm.refusedAtom);
  const type = useSetAtom(newPasswordForm.typeAtom);
  const [shown, show] = useState(false);
  // Passwords do not lie about in a page that was left.
  useEffect(() => () => type(NO_PASSWORDS), [type]);
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordText
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        required
        autoFocus
        shown={shown}
        value={draft.newPassword}
        error={refused.includes('newPassword')}
        hint={<PasswordNeeds password={draft.newPassword} parts={CHOICE_PARTS} />}
        onChange={(event) => type({ newPassword: event.target.value })}
      />
      <PasswordText
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        required
        shown={shown}
        value={draft.confirmPassword}
        error={refused.includes('confirmPassword')}
        onChange={(event) => type({ confirmPassword: event.target.value })}
      />
      <ShowPassword shown={shown} onShow={show} />
    </>
  );
}
