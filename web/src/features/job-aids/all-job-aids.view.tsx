import { useAtom, useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { SearchedList } from '../../kit/lists/searched-list.view.tsx';
import { paths } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { jobAidColumns } from './job-aid-columns.view.tsx';
import { createJobAidDeletion, jobAidsQuery } from './job-aids.atoms.ts';

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
