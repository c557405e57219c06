import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { SandboxNotice } from '../../ui/card-form/sandbox-notice.tsx';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CompanyFacts } from './company-facts.view.tsx';
import { cancelAlertAtom, employeeCountQuery, fetchAlertAtom, profileAtom } from './company-profile.atoms.ts';
import styles from './company-profile.module.css';

export function CompanyProfilePage() {
  useQuery(companyQuery, null);
  useQuery(employeeCountQuery, null);
  const profile = useAtomValue(profileAtom);
  const [alert, setAlert] = useAtom(cancelAlertAtom);
  useEffect(() => () => setAlert(noAlert), [setAlert]);
  return (
    <>
      <PageHeader title="Company" />
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
