import { useAtomValue } from 'jotai';
import type { CompanySeal } from '#contracts/endpoints/proof.endpoints.ts';
import { fingerprint } from '#contracts/proof/fingerprint.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { sealsQuery } from './proof.atoms.ts';
import { Fingerprint } from './whole-check.view.tsx';

/** The seals as mailed day by day, to compare with the mails. */
export function SealsTable() {
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
