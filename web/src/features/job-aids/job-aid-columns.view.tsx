import { ExternalLink, Pencil } from 'lucide-react';

import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import type { Deletion } from '../../kit/forms/deletion.atoms.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';

import { Icon } from '../../ui/icon.tsx';
import styles from './job-aid-columns.module.css';
import { hostOf } from './job-aids.atoms.ts';

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

/** With `deletion` for people who may edit and delete job aids. */
export function jobAidColumns(deletion: Deletion<JobAid> | null): readonly Column<JobAid>[] {
  return deletion ? [...COLUMNS, actionsColumn(deletion)] : COLUMNS;
}

/** A link that shows its host. */
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

function actionsColumn(deletion: Deletion<JobAid>): Column<JobAid> {
  return {
    label: 'Actions',
    show: (aid) => (
      <>
        <LinkButton variant="quiet" to={pathTo(paths.editJobAid, aid.id)} aria-label={`Edit ${aid.name}`}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton deletion={deletion} row={aid} what={`The job aid ${aid.name}`} small />
      </>
    ),
    card: 'actions',
  };
}
