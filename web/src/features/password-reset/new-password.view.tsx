import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { CHOICE_PARTS } from '#contracts/password.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
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
  const { draft, type, bind } = useFields(newPasswordForm);
  const [shown, show] = useState(false);
  // The passwords are cleared when the page is left.
  useEffect(() => () => type(NO_PASSWORDS), [type]);
  return (
    <>
      {/* Tells password managers the account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
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
