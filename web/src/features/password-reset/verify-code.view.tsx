import { useAtomValue, useSetAtom } from 'jotai';
import { Link, Navigate } from 'react-router-dom';
import { CodeSheet } from '../../kit/forms/code-sheet.view.tsx';
import { useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { proveAtom, resetStepAtom, verifyCode } from './password-reset.atoms.ts';
import { ResetAside } from './reset-aside.view.tsx';

export function VerifyCodePage() {
  const step = useAtomValue(resetStepAtom);
  const prove = useSetAtom(proveAtom);
  const { leaving, go } = useLeaveScreen();
  if (step === 'email') return <Navigate to={paths.confirmEmail} replace />;
  const goOn = () => {
    prove();
    // Back must not lead to a code that was used.
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
