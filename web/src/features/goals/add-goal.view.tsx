import { Link } from 'react-router-dom';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { useReturnTo } from '../../kit/forms/return-to.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { paths } from '../../kit/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { GoalFields } from './goal-fields.view.tsx';
import { newGoalForm } from './goals.atoms.ts';

export function AddGoalPage() {
  const { leaving, leave } = useLeaveScreen();
  const { back, afterBack } = useReturnTo();
  const added = () => {
    leave(back ?? paths.allGoals, LEAVE_AFTER_MS.edit, { state: afterBack });
  };
  return (
    <>
      <PageHeader title="Add Goal" aside={<Link to={paths.allGoals}>All Goals</Link>} />
      <Panel narrow>
        <FormSheet form={newGoalForm} action="Add goal" busyAction="Adding…" onDone={added} leaving={leaving}>
          <GoalFields form={newGoalForm} />
        </FormSheet>
        <UnsavedWork form={newGoalForm} />
      </Panel>
    </>
  );
}
