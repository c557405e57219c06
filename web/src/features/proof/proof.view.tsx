import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { type CompanySeal, exportCompany, exportStatement } from '#contracts/endpoints/proof.endpoints.ts';
import { fingerprint } from '#contracts/proof/verdict.ts';
import { allEmployeesQuery, choiceOf } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { ProvenDownload } from '../../kit/session/proven-download.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import type { Column } from '../../ui/column.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CompareHeld, LostEnd } from './held.view.tsx';
import { proofQuery, sealsQuery } from './proof.atoms.ts';
import styles from './proof.module.css';
import { Fingerprint, WholeCheck } from './whole-check.view.tsx';

export function ProofPage() {
  useQuery(proofQuery, null);
  const isThere = useAtomValue(proofQuery.replyAtom) !== undefined;
  return (
    <>
      <PageHeader title="Proof" />
      <div className={styles.page}>
        <p className={styles.intro}>
          Everything that is recorded in your company is sealed to what was recorded before, like the links of
          a chain. A single event that is changed, removed or put in later breaks the chain at that place, and
          the check names it. The chain is signed with a key that is not in the database. With the database
          alone it cannot be made anew: the check asks for the signature. With the key as well, which the
          operators of this program have, it could. Then the fingerprints below are other ones than those in
          the mails and files that you have kept: compare them.
        </p>
        <QueryState of={proofQuery} loading="Loading the chain" />
        {isThere && (
          <>
            <LostEnd />
            <Panel title="The whole history">
              <WholeCheck />
            </Panel>
          </>
        )}
        <SealsTable />
        {isThere && (
          <Panel title="Compare with what you hold">
            <CompareHeld />
          </Panel>
        )}
        <Panel title="Take it with you">
          <Downloads />
        </Panel>
      </div>
    </>
  );
}

/** Files that verify themselves, in any browser and offline. */
function Downloads() {
  const people = useQuery(allEmployeesQuery, null)?.requestedData;
  const me = useAtomValue(employeeAtom);
  const [chosen, setChosen] = useState(me.id);
  const statement = `/api${exportStatement.path.replace('{id}', encodeURIComponent(chosen))}`;
  return (
    <>
      <p className={styles.note}>
        A file is one page with all of its data. Opened in any browser, also years later and without a
        network, it checks the chain and every amount by itself and says what holds.
      </p>
      <div className={styles.downloads}>
        <ComboboxField
          label="Statement of"
          choices={people ? people.map(choiceOf) : [{ id: me.id, name: fullName(me) }]}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
        <DownloadLink href={statement}>Download statement</DownloadLink>
        <ProvenDownload href={`/api${exportCompany.path}`}>Download everything</ProvenDownload>
      </div>
    </>
  );
}

/** The seals as mailed day by day, to compare with the mails. */
function SealsTable() {
  useQuery(sealsQuery, null);
  const seals = useAtomValue(sealsQuery.replyAtom)?.requestedData;
  return (
    <>
      <QueryState of={sealsQuery} loading="Loading the seals" />
      {seals && (
        <Panel
          flush
          title="Seals of days"
          note="Each was mailed to the super employee: compare the fingerprints"
        >
          <DataTable
            caption="Seals of days"
            columns={columns}
            rows={seals}
            keyOf={({ day }) => day}
            download="seals"
            empty={
              <EmptyState title="No seal yet">The first is made when a day with events is over.</EmptyState>
            }
          />
        </Panel>
      )}
    </>
  );
}

const columns: readonly Column<CompanySeal>[] = [
  { label: 'Day (UTC)', show: ({ day }) => formatDate(day), sortBy: ({ day }) => day, card: 'heading' },
  {
    label: 'Fingerprint',
    show: ({ link }) => <Fingerprint link={link} />,
    csv: ({ link }) => fingerprint(link),
  },
  {
    label: 'Events',
    show: ({ count }) => formatNumber(count),
    sortBy: ({ count }) => count,
    numeric: true,
  },
  { label: 'Sealed', show: ({ sealed_at }) => formatDateTime(sealed_at), csv: ({ sealed_at }) => sealed_at },
];
