import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { NewPasswords } from '../../kit/forms/new-passwords.view.tsx';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { NO_PASSWORDS, newPasswordForm } from './new-password.atoms.ts';
import { forgetResetAtom, passwordResetAtom, resetStepAtom } from './password-reset.atoms.ts';
import { ResetAside } from './reset-aside.view.tsx';

export function NewPasswordPage() {
  const step = useAtomValue(resetStepAtom);
  const { leaving, leave } = useLeaveScreen();
  const forget = useSetAtom(forgetResetAtom);
  // After success the step stays visible until the page changes.
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
  const { type, bind } = useFields(newPasswordForm);
  // The passwords are cleared when the page is left.
  useEffect(() => () => type(NO_PASSWORDS), [type]);
  return <NewPasswords email={email} bind={bind} autoFocus />;
}
