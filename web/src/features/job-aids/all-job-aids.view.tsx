import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { useSearchText } from '../../app/lists/search.hooks.ts';
import { paths } from '../../app/routes/paths.ts';
import { meets } from '../../app/session/permissions.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { searched } from '../../ui/search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { createJobAidDeletion, jobAidsResource } from './job-aids.atoms.ts';
import { JobAidsTable } from './job-aids-table.view.tsx';

export function AllJobAidsPage() {
  const isManager = meets(useAtomValue(employeeAtom), 'manager');
  const jobAids = useResource(jobAidsResource, null)?.requestedData;
  const [deletion] = useState(createJobAidDeletion);
  const reload = useSetAtom(jobAidsResource.reloadAtom);
  const [tickets, setTickets] = useAtom(deletion.ticketsAtom);
  const [text, search] = useSearchText();
  const aside = (
    <>
      <SearchField label="Search by name" value={text} onChange={search} />
      {isManager && <AddJobAid />}
    </>
  );
  return (
    <>
      <PageHeader title="All Job Aids" note="Guides, memos and scripts" aside={aside} />
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      <ResourceState of={jobAidsResource} loading="Loading job aids" />
      {jobAids && (
        <Panel flush>
          <JobAidsTable
            jobAids={searched(jobAids, text, ({ name }) => name)}
            deletion={isManager ? deletion : null}
            onDeleted={reload}
            empty={
              jobAids.length > 0 ? (
                <EmptyState title="No job aid of this name">Search for another part of its name.</EmptyState>
              ) : (
                <NoJobAids isManager={isManager} />
              )
            }
          />
        </Panel>
      )}
    </>
  );
}

function AddJobAid() {
  return (
    <LinkButton to={paths.addJobAid}>
      <Icon of={Plus} size={16} /> Add job aid
    </LinkButton>
  );
}

function NoJobAids({ isManager }: { isManager: boolean }) {
  return isManager ? (
    <EmptyState title="No job aids yet" action={<AddJobAid />}>
      Link to what your team looks up: scripts, price lists, how-tos.
    </EmptyState>
  ) : (
    <EmptyState title="No job aids yet">What your supervisor adds to look up appears here.</EmptyState>
  );
}
