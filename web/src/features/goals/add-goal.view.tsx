import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { paths } from '../../app/routes/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { GoalFields } from './goal-fields.view.tsx';
import { newGoalForm } from './goal-form.atoms.ts';
import { goalsResource } from './goals.atoms.ts';

export function AddGoalPage() {
  const reloadList = useSetAtom(goalsResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const added = () => {
    void reloadList();
    leave(paths.allGoals, LEAVE_AFTER_MS.edit);
  };
  return (
    <>
      <PageHeader title="Add Goal" aside={<Link to={paths.allGoals}>All Goals</Link>} />
      <Panel narrow>
        <FormSheet form={newGoalForm} action="Add goal" busyAction="Adding…" onDone={added} leaving={leaving}>
          <GoalFields form={newGoalForm} />
        </FormSheet>
      </Panel>
    </>
  );
}
