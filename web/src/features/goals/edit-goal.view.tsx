import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useRowOf } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { GoalFields } from './goal-fields.view.tsx';
import { createGoalEdit } from './goal-form.atoms.ts';
import { goalsResource } from './goals.atoms.ts';

const TITLE = 'Edit Goal';

export function EditGoalPage() {
  const { id } = useParams();
  const goal = useRowOf(goalsResource, (row) => row.id === id);
  if (goal === null) {
    return (
      <MissingRow title={TITLE} message={messages.noSuchGoal} list={paths.allGoals} listLabel="All Goals" />
    );
  }
  return (
    <>
      <PageHeader title={TITLE} aside={<Link to={paths.allGoals}>All Goals</Link>} />
      <ResourceState of={goalsResource} loading="Loading the goal" />
      {goal && <GoalSheet key={goal.id} goal={goal} />}
    </>
  );
}

function GoalSheet({ goal }: { goal: Goal }) {
  const [edit] = useState(() => createGoalEdit(goal));
  const others = useAtomValue(edit.othersAtom);
  const reloadList = useSetAtom(goalsResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const saved = () => {
    void reloadList();
    leave(paths.allGoals, LEAVE_AFTER_MS.edit);
  };
  return (
    <Panel narrow>
      <FormSheet form={edit} action="Save goal" busyAction="Saving…" onDone={saved} leaving={leaving}>
        <GoalFields form={edit} others={others} />
      </FormSheet>
    </Panel>
  );
}
