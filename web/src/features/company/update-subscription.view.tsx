import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { CardSheet } from '../../kit/forms/card-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { Loading, Wordmark } from '../../ui/mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  renewalAtom,
  renewalOffer,
  subscriptionStatus,
  updateCheckout,
  updatePlace,
  wantsToChangeCard,
} from './update-subscription.atoms.ts';
import styles from './update-subscription.module.css';

export function UpdateSubscriptionPage() {
  const { id = '' } = useParams();
  const [status] = useState(subscriptionStatus);
  const reply = useQuery(status, id);
  const error = useAtomValue(status.errorAtom);
  const toChangeCard = wantsToChangeCard(useLocation().state);
  switch (updatePlace(reply?.subscriptionIsActive, error, toChangeCard)) {
    case 'asking':
      return <Loading label="Looking at your subscription" />;
    case 'dashboard':
      return <Navigate to={paths.dashboard} replace />;
    case 'form':
      return <CardUpdate />;
  }
}

function CardUpdate() {
  const [checkout] = useState(updateCheckout);
  useQuery(companyQuery, null);
  const renewal = useAtomValue(renewalAtom);
  const { leave } = useLeaveScreen();
  return (
    <div className={styles.page}>
      <title>Update your subscription · Tallyboard</title>
      <Link to={paths.dashboard} className={styles.home} aria-label="Tallyboard, to the dashboard">
        <Wordmark />
      </Link>
      <main className={styles.main}>
        <h1>Update your subscription</h1>
        <p className={styles.lead}>The card you give here pays from now on.</p>
        {renewal && <p className={styles.renewal}>{renewalOffer(renewal)}</p>}
        <Panel>
          <CardSheet
            checkout={checkout}
            action="Update"
            onDone={() => leave(paths.dashboard, LEAVE_AFTER_MS.edit)}
          />
        </Panel>
        <p className={styles.back}>
          <Link to={paths.companyProfile}>Back to the company</Link>
        </p>
      </main>
    </div>
  );
}
