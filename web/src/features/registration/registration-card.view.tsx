import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { MessageCode } from '#contracts/messages.ts';
import { BASE_PRICE, SEAT_PRICE } from '#contracts/plan.ts';
import { CardSheet } from '../../kit/forms/card-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { useSignedIn } from '../../kit/public/public-page.hooks.ts';
import { PublicPage } from '../../kit/public/public-page.view.tsx';
import { Panel } from '../../ui/panel.tsx';
import { isRegisteringAtom } from './registration.atoms.ts';
import { registrationCheckout } from './registration-card.atoms.ts';
import styles from './registration-card.module.css';

/** The last step of a registration: the price and the card. */
export function RegistrationCardPage() {
  const [checkout] = useState(registrationCheckout);
  const isRegistering = useAtomValue(isRegisteringAtom);
  const isDone = useAtomValue(checkout.doneAtom);
  const error = useAtomValue(checkout.errorAtom);
  const isSignedIn = useSignedIn();
  const { leave } = useLeaveScreen();
  // Only the answer to the sign-in was lost, for example by a reload.
  if (isSignedIn && error === 'emailNotProven') return <Navigate to={paths.dashboard} replace />;
  if (!isRegistering && !isDone) return <Navigate to={paths.register} replace />;
  return (
    <PublicPage
      title="Subscription"
      description="The last step of your registration: seven days free, then a fee per registered employee."
    >
      <div className={styles.page}>
        <div>
          <h1 className={styles.title}>Start your free trial</h1>
          <PlanSummary />
        </div>
        <Panel title="Subscription">
          <CardSheet
            checkout={checkout}
            action="Register"
            onDone={() => leave(paths.dashboard, LEAVE_AFTER_MS.edit)}
            remedy={<WayOut of={error} />}
          />
          <p className={styles.note}>No commitment - Cancel anytime</p>
        </Panel>
      </div>
    </PublicPage>
  );
}

/** A link to the page that solves a problem which this page cannot. */
function WayOut({ of: error }: { of: MessageCode | null }) {
  switch (error) {
    case 'emailNotProven':
      return <Link to={paths.emailVerification}>Verify your email again</Link>;
    case 'companyNameTaken':
      return <Link to={paths.register}>Register under another name</Link>;
    case 'failedLogin':
      return <Link to={paths.login}>Log in</Link>;
    default:
      return null;
  }
}

/** The price of the monthly plan, now and after the trial. */
function PlanSummary() {
  return (
    <>
      <table className={styles.plan}>
        <caption>Monthly plan</caption>
        <tbody>
          <tr>
            <th scope="row">7-day free trial</th>
            <td>$0</td>
          </tr>
          <tr>
            <th scope="row">24/7 support</th>
            <td>$0</td>
          </tr>
          <tr>
            <th scope="row">Staff training</th>
            <td>$0</td>
          </tr>
          <tr>
            <th scope="row">
              After the trial <span className={styles.unit}>per registered employee</span>
            </th>
            <td>{SEAT_PRICE}</td>
          </tr>
        </tbody>
      </table>
      <p className={styles.base}>
        Prices in CAD. A base fee of {BASE_PRICE} per company and month is added after the trial. A company
        has one trial, and so has a card: without one, the first month is charged at once.
      </p>
    </>
  );
}
