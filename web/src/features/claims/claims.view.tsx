import { useAtomValue } from 'jotai';
import { SomethingMissing } from '../../kit/claims/claim-buttons.view.tsx';
import { claimsQuery } from '../../kit/claims/claims.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ClaimCard } from './claim-card.view.tsx';
import styles from './claims.module.css';

/** Claims about pay: the own ones, or for a manager those of the company; open ones first. */
export function ClaimsPage() {
  const reply = useQuery(claimsQuery, null);
  const me = useAtomValue(employeeAtom);
  const viewer = { id: me.id, isManager: hasRole(me, 'manager') };
  const claims = reply?.requestedData;
  return (
    <>
      <PageHeader title="Claims" note={reply && `${reply.open} open`} aside={<SomethingMissing />} />
      <QueryState of={claimsQuery} loading="Loading the claims" />
      {claims?.length === 0 && (
        <EmptyState title="No claims">
          Press “Wrong?” on a line of My Pay, or say here that something is missing.
        </EmptyState>
      )}
      <div className={styles.list}>
        {claims?.map((claim) => (
          <ClaimCard key={claim.id} claim={claim} viewer={viewer} />
        ))}
      </div>
    </>
  );
}
