import { useAtomValue } from 'jotai';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Downloads } from './downloads.view.tsx';
import { proofResource } from './proof.atoms.ts';
import styles from './proof.module.css';
import { SealsTable } from './seals-table.view.tsx';
import { WholeCheck } from './whole-check.view.tsx';

export function ProofPage() {
  useResource(proofResource, null);
  const isThere = useAtomValue(proofResource.replyAtom) !== undefined;
  return (
    <>
      <PageHeader title="Proof" />
      <div className={styles.page}>
        <p className={styles.intro}>
          Everything that is recorded in your company is sealed to what was recorded before, like the links of
          a chain. Whoever changes, removes or puts in a single event later, we included, breaks the chain at
          that place, and the check names it.
        </p>
        <ResourceState of={proofResource} loading="Loading the chain" />
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
