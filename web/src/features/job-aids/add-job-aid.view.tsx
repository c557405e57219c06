import { Link } from 'react-router-dom';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { paths } from '../../kit/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { JobAidFields } from './job-aid-fields.view.tsx';
import { newJobAidForm } from './job-aid-form.atoms.ts';

export function AddJobAidPage() {
  const { leaving, leave } = useLeaveScreen();
  return (
    <>
      <PageHeader title="Add Job Aid" aside={<Link to={paths.allJobAids}>All Job Aids</Link>} />
      <Panel narrow>
        <FormSheet
          form={newJobAidForm}
          action="Add job aid"
          busyAction="Adding…"
          onDone={() => leave(paths.allJobAids, LEAVE_AFTER_MS.jobAidEdit)}
          leaving={leaving}
        >
          <JobAidFields form={newJobAidForm} />
        </FormSheet>
        <UnsavedWork form={newJobAidForm} />
      </Panel>
    </>
  );
}
