import { useAtomValue } from 'jotai';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Downloads } from './downloads.view.tsx';
import { proofQuery } from './proof.atoms.ts';
import styles from './proof.module.css';
import { SealsTable } from './seals-table.view.tsx';
import { WholeCheck } from './whole-check.view.tsx';

export function ProofPage() {
  useQuery(proofQuery, null);
  const isThere = useAtomValue(proofQuery.replyAtom) !== undefined;
  return (
    <>
      <PageHeader title="Proof" />
      <div className={styles.page}>
        <p className={styles.intro}>
          Everything that is recorded in your company is sealed to what was recorded before, like the links of
          a chain. Whoever changes, removes or puts in a single event later, we included, breaks the chain at
          that place, and the check names it.
        </p>
        <QueryState of={proofQuery} loading="Loading the chain" />
        {isThere && (
          <Panel title="The whole history">
            <WholeCheck />
          </Panel>
        )}
        <SealsTable />
        <Panel title="Take it with you">
          <Downloads />
        </Panel>
      </div>
    </>
  );
}
