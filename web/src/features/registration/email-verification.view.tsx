import { useAtomValue, useSetAtom } from 'jotai';
import { Link, Navigate } from 'react-router-dom';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { verifyOtp } from '#contracts/endpoints/registration.endpoints.ts';
import { CodeSheet } from '../../kit/forms/code-sheet.view.tsx';
import { useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { emailVerification } from './email-verification.atoms.ts';
import { forgetRegistrationAtom, isRegisteringAtom } from './registration.atoms.ts';
import { RegistrationAside } from './registration-aside.view.tsx';

/** Step two: the mailed code. */
export function EmailVerificationPage() {
  const isRegistering = useAtomValue(isRegisteringAtom);
  const forget = useSetAtom(forgetRegistrationAtom);
  const { leaving, go } = useLeaveScreen();
  const goOn = async ({ next }: ReplyOf<typeof verifyOtp>) => {
    // Back must not lead to a code that was used.
    await go(next === 'card' ? paths.registrationCard : paths.login, { replace: true });
    // The account exists already: this registration is forgotten.
    if (next === 'login') forget();
  };
  if (!isRegistering) return <Navigate to={paths.register} replace />;
  return (
    <TwoPanels title="Verify your email" panel="Welcome" aside={<RegistrationAside at={1} />}>
      <CodeSheet
        code={emailVerification}
        leaving={leaving}
        onDone={(reply) => void goOn(reply)}
        aside={
          <p>
            Not your address? <Link to={paths.register}>Change it</Link>
          </p>
        }
      />
    </TwoPanels>
  );
}
