import { useAtom, useAtomValue } from 'jotai';
import { ExternalLink, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import type { Deletion } from '../../kit/forms/deletion.atoms.ts';
import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import styles from './all-job-aids.module.css';
import { createJobAidDeletion, jobAidsQuery, shownAddress, webAddress } from './job-aids.atoms.ts';

const COLUMNS: readonly Column<JobAid>[] = [
  { label: 'No', show: (_aid, place) => place, numeric: true, card: 'none' },
  { label: 'Name', show: ({ name }) => name, sortBy: ({ name }) => name, card: 'heading' },
  {
    label: 'Link',
    show: (aid) => <AidLink jobAid={aid} />,
    sortBy: ({ doc_url }) => doc_url,
    csv: ({ doc_url }) => doc_url,
  },
];

/** With `deletion` for people who may edit and delete job aids. */
function jobAidColumns(deletion: Deletion<JobAid> | null): readonly Column<JobAid>[] {
  return deletion ? [...COLUMNS, actionsColumn(deletion)] : COLUMNS;
}

/** A link that shows its address. */
function AidLink({ jobAid: { name, doc_url } }: { jobAid: JobAid }) {
  const url = webAddress(doc_url);
  if (!url) return doc_url;
  return (
    <a className={styles.link} href={doc_url} target="_blank" rel="noopener">
      {shownAddress(url)}
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
        <DeleteButton deletion={deletion} row={aid} what="The job aid" name={aid.name} small />
      </>
    ),
    card: 'actions',
  };
}

export function AllJobAidsPage() {
  const isManager = hasRole(useAtomValue(employeeAtom), 'manager');
  const [deletion] = useState(createJobAidDeletion);
  const [alert, setAlert] = useAtom(deletion.alertAtom);
  const columns = useMemo(() => jobAidColumns(isManager ? deletion : null), [isManager, deletion]);
  return (
    <SearchedList
      title="All Job Aids"
      note="Guides, memos and scripts"
      notice={<MessageBox alert={alert} onClose={() => setAlert(noAlert)} />}
      one="job aid"
      many="job aids"
      query={jobAidsQuery}
      parameters={null}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      addPath={isManager ? paths.addJobAid : null}
      purpose={
        isManager
          ? 'Link to what your team looks up: scripts, price lists, how-tos.'
          : 'What your supervisor adds to look up appears here.'
      }
      download="job-aids"
    />
  );
}
