import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { useLeaving } from '../../app/forms/leaving.hooks.ts';
import { TwoPanels } from '../../app/public/two-panels.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { TextField } from '../../ui/field.tsx';
import { confirmEmailForm } from './confirm-email.atoms.ts';
import { ResetAside } from './reset-aside.view.tsx';

export function ConfirmEmailPage() {
  const { email } = useAtomValue(confirmEmailForm.draftAtom);
  const refused = useAtomValue(confirmEmailForm.refusedAtom);
  const type = useSetAtom(confirmEmailForm.typeAtom);
  const { leaving, go } = useLeaving();
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
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          value={email}
          error={refused.includes('email')}
          hint="The address you log in with. We mail a six-digit code to it."
          onChange={(event) => type({ email: event.target.value })}
        />
      </FormSheet>
    </TwoPanels>
  );
}
