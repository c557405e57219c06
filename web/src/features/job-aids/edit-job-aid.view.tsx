import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useRowOf } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { JobAidFields } from './job-aid-fields.view.tsx';
import { createJobAidEdit } from './job-aid-form.atoms.ts';
import { jobAidsResource } from './job-aids.atoms.ts';

const TITLE = 'Edit Job Aid';

export function EditJobAidPage() {
  const { id = '' } = useParams();
  const jobAid = useRowOf(jobAidsResource, (row) => row.id === id);
  if (jobAid === null) {
    const message = messages.noSuchJobAid;
    return <MissingRow title={TITLE} message={message} list={paths.allJobAids} listLabel="All Job Aids" />;
  }
  return (
    <>
      <PageHeader title={TITLE} aside={<Link to={paths.allJobAids}>All Job Aids</Link>} />
      <ResourceState of={jobAidsResource} loading="Loading the job aid" />
      {jobAid && <EditJobAid key={id} jobAid={jobAid} />}
    </>
  );
}

function EditJobAid({ jobAid }: { jobAid: JobAid }) {
  const [form] = useState(() => createJobAidEdit(jobAid));
  const others = useAtomValue(form.othersAtom);
  const reloadList = useSetAtom(jobAidsResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const saved = () => {
    void reloadList();
    leave(paths.allJobAids, LEAVE_AFTER_MS.jobAidEdit);
  };
  return (
    <Panel narrow>
      <FormSheet form={form} action="Save job aid" busyAction="Saving…" onDone={saved} leaving={leaving}>
        <JobAidFields form={form} others={others} />
      </FormSheet>
    </Panel>
  );
}
