import { ExternalLink, Pencil } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { DeleteButton } from '../../app/forms/delete-button.view.tsx';
import type { Deletion } from '../../app/forms/deletion.atoms.ts';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { hostOf } from './job-aids.atoms.ts';
import styles from './job-aids-table.module.css';

type JobAidsTableProps = {
  jobAids: readonly JobAid[];
  /** For who may edit and delete them. */
  deletion: Deletion<JobAid> | null;
  onDeleted: () => Promise<void>;
  empty: ReactNode;
};

const COLUMNS: readonly Column<JobAid>[] = [
  { label: 'No', show: (_aid, place) => place, numeric: true, card: 'none' },
  { label: 'Name', show: ({ name }) => name, sortBy: ({ name }) => name, card: 'heading' },
  {
    label: 'Link',
    show: (aid) => <AidLink jobAid={aid} />,
    sortBy: ({ doc_url }) => hostOf(doc_url),
    csv: ({ doc_url }) => doc_url,
  },
];

export function JobAidsTable({ jobAids, deletion, onDeleted, empty }: JobAidsTableProps) {
  const columns = useMemo(
    () => (deletion ? [...COLUMNS, actionsColumn(deletion, onDeleted)] : COLUMNS),
    [deletion, onDeleted],
  );
  return (
    <DataTable
      caption="Job aids"
      columns={columns}
      rows={jobAids}
      keyOf={({ id }) => id}
      download="job-aids"
      empty={empty}
    />
  );
}

/** Says where it leads before it does. */
function AidLink({ jobAid: { name, doc_url } }: { jobAid: JobAid }) {
  const host = hostOf(doc_url);
  if (host === null) return doc_url;
  return (
    <a className={styles.link} href={doc_url} target="_blank" rel="noopener">
      {host}
      <Icon of={ExternalLink} size={14} />
      <span className="visually-hidden">, {name}, opens in a new tab</span>
    </a>
  );
}

function actionsColumn(deletion: Deletion<JobAid>, onDeleted: () => Promise<void>): Column<JobAid> {
  return {
    label: 'Actions',
    show: (aid) => (
      <>
        <LinkButton look="quiet" to={pathTo(paths.editJobAid, aid.id)} aria-label={`Edit ${aid.name}`}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton
          deletion={deletion}
          row={aid}
          what={`The job aid ${aid.name}`}
          onDone={() => void onDeleted()}
          small
        />
      </>
    ),
    card: 'actions',
  };
}
