import { Link, Navigate, NavLink } from 'react-router-dom';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { useDescription, useSignedIn } from '../../kit/public/public-page.hooks.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { newsOf, registerForm } from './register.atoms.ts';
import { RegisterFields } from './register-fields.view.tsx';
import { RegistrationAside } from './registration-aside.view.tsx';

/** Step one: the company and its first employee. */
export function RegisterPage() {
  useDescription('Register your company with Tallyboard and try it free for 7 days.');
  const isSignedIn = useSignedIn();
  const { leaving, leave, go } = useLeaveScreen();
  if (isSignedIn) return <Navigate to={paths.dashboard} replace />;
  return (
    <TwoPanels
      title="Register your company"
      panel="Welcome"
      wide
      aside={<RegistrationAside at={0} />}
      links={
        <>
          <Link to={paths.root}>Home</Link>
          <NavLink to={paths.register}>Registration</NavLink>
          <Link to={paths.contact}>Contact</Link>
        </>
      }
    >
      <FormSheet
        form={registerForm}
        action="Next"
        busyAction="One moment…"
        leaving={leaving}
        onDone={(reply) =>
          newsOf(reply)
            ? leave(paths.emailVerification, LEAVE_AFTER_MS.edit)
            : void go(paths.emailVerification)
        }
        aside={
          <p>
            Registered already? <Link to={paths.login}>Log in</Link>
          </p>
        }
      >
        <RegisterFields />
      </FormSheet>
    </TwoPanels>
  );
}
