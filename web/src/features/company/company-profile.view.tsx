import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { BASE_PRICE, SEAT_PRICE } from '#contracts/plan.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { SandboxNotice } from '../../ui/card-form/sandbox-notice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountRules } from './account-rules.view.tsx';
import {
  cancelAlertAtom,
  cancelAtom,
  cancelingAtom,
  employeeCountQuery,
  fetchAlertAtom,
  type Profile,
  profileAtom,
} from './company-profile.atoms.ts';
import styles from './company-profile.module.css';
import { Erasures } from './erasures.view.tsx';
import { Receipts } from './receipts.view.tsx';
import { TO_CHANGE_CARD } from './update-subscription.atoms.ts';

export function CompanyProfilePage() {
  useQuery(companyQuery, null);
  useQuery(employeeCountQuery, null);
  const profile = useAtomValue(profileAtom);
  const [alert, setAlert] = useAtom(cancelAlertAtom);
  useEffect(() => () => setAlert(noAlert), [setAlert]);
  return (
    <>
      <PageHeader title="Company" aside={<Link to={paths.importSales}>Import sales or people</Link>} />
      <div className={styles.page}>
        <FetchState isThere={profile !== undefined} />
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
        {profile && (
          <>
            {profile.provider === 'sandbox' && (
              <div className={styles.sandbox}>
                <SandboxNotice>
                  <p>
                    This installation has no keys of a payment provider. Dates and charges are those of the
                    sandbox.
                  </p>
                </SandboxNotice>
              </div>
            )}
            <Panel>
              <CompanyFacts profile={profile} />
            </Panel>
            {!profile.subscriptionIsActive && (
              <p className={styles.inactive}>
                Nobody of your company can work while the subscription is not active. Update gives a card and
                begins it again.
              </p>
            )}
            {profile.subscriptionIsActive && <AccountRules />}
            <Receipts company={profile.company_name} />
            <Erasures />
          </>
        )}
      </div>
    </>
  );
}

/** Shown while the company is loading, or when it failed to load. */
function FetchState({ isThere }: { isThere: boolean }) {
  const alert = useAtomValue(fetchAlertAtom);
  const hasFailed = useAtomValue(companyQuery.errorAtom) !== null;
  const setProblem = useSetAtom(companyQuery.problemAtom);
  const setCountProblem = useSetAtom(employeeCountQuery.problemAtom);
  const reload = useSetAtom(companyQuery.reloadAtom);
  const reloadCount = useSetAtom(employeeCountQuery.reloadAtom);
  const isWaiting = !isThere && !hasFailed;
  const close = () => {
    setProblem(null);
    setCountProblem(null);
  };
  const again = () => void Promise.all([reload(), reloadCount()]);
  return (
    <>
      <MessageBox alert={alert} onClose={close}>
        <Button variant="plain" onClick={again}>
          Try again
        </Button>
      </MessageBox>
      {isWaiting && <Loading label="Loading the company" />}
    </>
  );
}

function CompanyFacts({ profile }: { profile: Profile }) {
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
            <span className={styles.formula}>
              {SEAT_PRICE} per employee + {BASE_PRICE}
            </span>
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
