import { useAtomValue, useSetAtom } from 'jotai';
import { Link, Navigate } from 'react-router-dom';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { verifyOtp } from '#contracts/endpoints/registration.endpoints.ts';
import { CodeSheet } from '../../app/forms/code-sheet.view.tsx';
import { useLeaving } from '../../app/forms/leaving.hooks.ts';
import { TwoPanels } from '../../app/public/two-panels.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { emailVerification } from './email-verification.atoms.ts';
import { forgetRegistrationAtom, isRegisteringAtom } from './registration.atoms.ts';
import { RegistrationAside } from './registration-aside.view.tsx';

/** Step two: the code that was mailed. */
export function EmailVerificationPage() {
  const isRegistering = useAtomValue(isRegisteringAtom);
  const forget = useSetAtom(forgetRegistrationAtom);
  const { leaving, go } = useLeaving();
  const goOn = async ({ next }: ReplyOf<typeof verifyOtp>) => {
    // A code that was right is no step to come back to.
    await go(next === 'card' ? paths.registrationCard : paths.login, { replace: true });
    // There is an account already; nothing is left of this registration.
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
