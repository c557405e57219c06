import { useAtomValue, useSetAtom } from 'jotai';
import { Link, Navigate } from 'react-router-dom';
import { CodeSheet } from '../../app/forms/code-sheet.view.tsx';
import { useLeaving } from '../../app/forms/leaving.hooks.ts';
import { TwoPanels } from '../../app/public/two-panels.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { resetStepAtom } from './password-reset.atoms.ts';
import { ResetAside } from './reset-aside.view.tsx';
import { proveAtom, verifyCode } from './verify-code.atoms.ts';

export function VerifyCodePage() {
  const step = useAtomValue(resetStepAtom);
  const prove = useSetAtom(proveAtom);
  const { leaving, go } = useLeaving();
  if (step === 'email') return <Navigate to={paths.confirmEmail} replace />;
  const goOn = () => {
    prove();
    // A code that was right is no step to come back to.
    void go(paths.resetPassword, { replace: true });
  };
  return (
    <TwoPanels title="Enter the code" panel="Steps of a reset" aside={<ResetAside at={1} />}>
      <CodeSheet
        code={verifyCode}
        onDone={goOn}
        leaving={leaving}
        aside={<Link to={paths.login}>Back to log in</Link>}
      />
    </TwoPanels>
  );
}
