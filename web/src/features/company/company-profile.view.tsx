import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { Button } from '../../ui/button.tsx';
import { SandboxNotice } from '../../ui/card-form/sandbox-notice.tsx';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { CompanyFacts } from './company-facts.view.tsx';
import {
  cancelTicketsAtom,
  companyResource,
  employeeCountResource,
  fetchTicketsAtom,
  profileAtom,
} from './company-profile.atoms.ts';
import styles from './company-profile.module.css';

export function CompanyProfilePage() {
  useResource(companyResource, 'own');
  useResource(employeeCountResource, 'own');
  const profile = useAtomValue(profileAtom);
  const [tickets, setTickets] = useAtom(cancelTicketsAtom);
  useEffect(() => () => setTickets(noTickets), [setTickets]);
  return (
    <>
      <PageHeader title="Company" />
      <div className={styles.page}>
        <FetchState isThere={profile !== undefined} />
        <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
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

/** While the company is on its way, and why it did not come. */
function FetchState({ isThere }: { isThere: boolean }) {
  const tickets = useAtomValue(fetchTicketsAtom);
  const hasFailed = useAtomValue(companyResource.errorAtom) !== null;
  const setProblem = useSetAtom(companyResource.problemAtom);
  const setCountProblem = useSetAtom(employeeCountResource.problemAtom);
  const reload = useSetAtom(companyResource.reloadAtom);
  const reloadCount = useSetAtom(employeeCountResource.reloadAtom);
  const isWaiting = !isThere && !hasFailed;
  const close = () => {
    setProblem(null);
    setCountProblem(null);
  };
  const again = () => void Promise.all([reload(), reloadCount()]);
  return (
    <>
      <MessageBox tickets={tickets} onClose={close}>
        <Button look="plain" onClick={again}>
          Try again
        </Button>
      </MessageBox>
      {isWaiting && <Loading label="Loading the company" />}
    </>
  );
}
