import { Link } from 'react-router-dom';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { TextField } from '../../ui/field.tsx';
import { confirmEmailForm } from './password-reset.atoms.ts';
import { ResetAside } from './reset-aside.view.tsx';

export function ConfirmEmailPage() {
  const { bind } = useFields(confirmEmailForm);
  const { leaving, go } = useLeaveScreen();
  return (
    <TwoPanels title="Reset your password" panel="Steps of a reset" aside={<ResetAside at={0} />}>
      <FormSheet
        form={confirmEmailForm}
        action="Send code"
        busyAction="Sending…"
        leaving={leaving}
        onDone={() => void go(paths.verifyCode)}
        aside={<Link to={paths.login}>Back to log in</Link>}
      >
        <TextField
          {...bind('email')}
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          hint="The address you log in with. We mail a six-digit code to it."
        />
      </FormSheet>
    </TwoPanels>
  );
}
