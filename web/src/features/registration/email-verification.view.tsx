import { useAtomValue, useSetAtom } from 'jotai';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { verifyOtp } from '#contracts/endpoints/registration.endpoints.ts';
import { CodeSheet } from '../../app/code-sheet.view.tsx';
import { paths } from '../../app/paths.ts';
import { TwoPanels } from '../../app/two-panels.view.tsx';
import { emailVerification } from './email-verification.atoms.ts';
import { forgetRegistrationAtom, isRegisteringAtom } from './registration.atoms.ts';
import { RegistrationAside } from './registration-aside.view.tsx';

/** Step two: the code that was mailed. */
export function EmailVerificationPage() {
  const isRegistering = useAtomValue(isRegisteringAtom);
  const forget = useSetAtom(forgetRegistrationAtom);
  const navigate = useNavigate();
  const goOn = async ({ next }: ReplyOf<typeof verifyOtp>) => {
    if (next === 'card') return navigate(paths.registrationCard);
    // There is an account already; nothing is left of this registration.
    await navigate(paths.login);
    forget();
  };
  if (!isRegistering) return <Navigate to={paths.register} replace />;
  return (
    <TwoPanels title="Verify your email" panel="Welcome" aside={<RegistrationAside at={1} />}>
      <CodeSheet
        code={emailVerification}
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
