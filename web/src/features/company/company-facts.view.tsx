import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths, pathTo } from '../../kit/paths.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { cancelAtom, cancelingAtom, employeeCountQuery, type Profile } from './company-profile.atoms.ts';
import styles from './company-profile.module.css';
import { TO_CHANGE_CARD } from './update-subscription.atoms.ts';

export function CompanyFacts({ profile }: { profile: Profile }) {
  const count = useAtomValue(employeeCountQuery.replyAtom)?.employeeCount;
  const { next_billing_date: nextBilling, trialEndDate } = profile;
  return (
    <Facts
      facts={[
        ['Company name', profile.company_name],
        ['Employee count', count ?? '–'],
        ['Subscription status', <Status key="status" profile={profile} />],
        ['Trial end date', trialEndDate ? formatDate(trialEndDate) : 'No trial'],
        ['Next billing date', nextBilling ? formatDate(nextBilling) : 'None'],
        [
          'Monthly charge',
          <span key="charge">
            {formatMoney(profile.monthly_charge)} CAD
            <span className={styles.formula}>$10 per employee + $150</span>
          </span>,
        ],
      ]}
    />
  );
}

/** The provider's word for the status, and the possible actions. */
function Status({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false);
  const busy = useAtomValue(cancelingAtom);
  const cancel = useSetAtom(cancelAtom);
  const confirm = async () => {
    await cancel();
    setAsking(false);
  };
  return (
    <span className={styles.status}>
      <span data-testid="subscription-status">{profile.status ?? 'none'}</span>
      <Link to={pathTo(paths.updateSubscription, profile.company_id)} state={TO_CHANGE_CARD}>
        Update
      </Link>
      {profile.mayCancel && (
        <ActionLink className={styles.cancel} onAct={() => setAsking(true)}>
          Cancel
        </ActionLink>
      )}
      <ConfirmDialog
        open={asking}
        action="Confirm"
        busyAction="Canceling…"
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        The subscription of {profile.company_name} ends at once. Unused days are refunded.
      </ConfirmDialog>
    </span>
  );
}
