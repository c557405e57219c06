import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths } from '../../kit/paths.ts';
import { useRowOf } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { JobAidFields } from './job-aid-fields.view.tsx';
import { createJobAidEdit } from './job-aid-form.atoms.ts';
import { jobAidsQuery } from './job-aids.atoms.ts';

const TITLE = 'Edit Job Aid';

export function EditJobAidPage() {
  const { id = '' } = useParams();
  const jobAid = useRowOf(jobAidsQuery, (row) => row.id === id);
  if (jobAid === null) {
    const message = messages.noSuchJobAid;
    return <MissingRow title={TITLE} message={message} list={paths.allJobAids} listLabel="All Job Aids" />;
  }
  return (
    <>
      <PageHeader title={TITLE} aside={<Link to={paths.allJobAids}>All Job Aids</Link>} />
      <QueryState of={jobAidsQuery} loading="Loading the job aid" />
      {jobAid && <EditJobAid key={id} jobAid={jobAid} />}
    </>
  );
}

function EditJobAid({ jobAid }: { jobAid: JobAid }) {
  const [form] = useState(() => createJobAidEdit(jobAid));
  const { leaving, leave } = useLeaveScreen();
  const saved = () => {
    leave(paths.allJobAids, LEAVE_AFTER_MS.jobAidEdit);
  };
  return (
    <Panel narrow>
      <FormSheet form={form} action="Save job aid" busyAction="Saving…" onDone={saved} leaving={leaving}>
        <JobAidFields form={form} />
      </FormSheet>
      <UnsavedWork form={form} />
    </Panel>
  );
}
