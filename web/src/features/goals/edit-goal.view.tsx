import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths } from '../../kit/paths.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { useRowOf } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { GoalFields } from './goal-fields.view.tsx';
import { createGoalEdit } from './goals.atoms.ts';

const TITLE = 'Edit Goal';

export function EditGoalPage() {
  const { id } = useParams();
  const goal = useRowOf(goalsQuery, (row) => row.id === id, { ignoresTags: true });
  if (goal === null) {
    return (
      <MissingRow title={TITLE} message={messages.noSuchGoal} list={paths.allGoals} listLabel="All Goals" />
    );
  }
  return (
    <>
      <PageHeader title={TITLE} aside={<Link to={paths.allGoals}>All Goals</Link>} />
      <QueryState of={goalsQuery} loading="Loading the goal" />
      {goal && <GoalSheet key={goal.id} goal={goal} />}
    </>
  );
}

function GoalSheet({ goal }: { goal: Goal }) {
  const [edit] = useState(() => createGoalEdit(goal));
  const { leaving, leave } = useLeaveScreen();
  const saved = () => {
    leave(paths.allGoals, LEAVE_AFTER_MS.edit);
  };
  return (
    <Panel narrow>
      <FormSheet form={edit} action="Save goal" busyAction="Saving…" onDone={saved} leaving={leaving}>
        <GoalFields form={edit} />
      </FormSheet>
      <UnsavedWork form={edit} />
    </Panel>
  );
}
