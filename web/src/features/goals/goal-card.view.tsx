import { useAtom, useSetAtom } from 'jotai';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { DeleteButton } from '../../app/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { HistoryLink } from '../../app/lists/history-link.view.tsx';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useRowOf } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { NowOnly } from '../../app/time-travel/now-only.view.tsx';
import { Beside } from '../../ui/beside.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { createGoalCard } from './goal.atoms.ts';
import { GoalCampaigns } from './goal-campaigns.view.tsx';
import { goalsResource } from './goals.atoms.ts';

export function GoalCardPage() {
  const { id = '' } = useParams();
  return <GoalCard key={id} id={id} />;
}

function GoalCard({ id }: { id: string }) {
  const [{ campaignsResource, deletion }] = useState(createGoalCard);
  const found = useRowOf(goalsResource, (row) => row.id === id);
  const [tickets, setTickets] = useAtom(deletion.ticketsAtom);
  const reloadList = useSetAtom(goalsResource.reloadAtom);
  const { leaveDeleted } = useLeaving();
  // Who has just deleted it reads the message of that, over what it was.
  const [deleted, setDeleted] = useState<Goal | null>(null);
  const goal = deleted ?? found;

  if (goal === null) {
    return (
      <MissingRow
        title="Goal"
        message={messages.noSuchGoal}
        list={paths.allGoals}
        listLabel="All Goals"
        history={{ kind: 'goal', id }}
      />
    );
  }
  const gone = () => {
    setDeleted(goal ?? null);
    void reloadList();
    leaveDeleted(paths.allGoals, LEAVE_AFTER_MS.delete);
  };
  const actions = goal && !deleted && (
    <>
      <HistoryLink kind="goal" id={id} />
      <NowOnly>
        <LinkButton look="plain" to={pathTo(paths.editGoal, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton deletion={deletion} row={id} what={`The goal ${goal.name}`} onDone={gone} />
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader title={goal?.name ?? 'Goal'} note="Goal" aside={actions} />
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      <ResourceState of={goalsResource} loading="Loading the goal" />
      {goal && (
        <Beside>
          <Panel>
            <GoalFacts goal={goal} />
          </Panel>
          <GoalCampaigns of={campaignsResource} id={id} />
        </Beside>
      )}
    </>
  );
}

function GoalFacts({ goal }: { goal: Goal }) {
  return (
    <Facts
      facts={[
        ['Sales Hourly', formatNumber(goal.hourly_sales)],
        ['Decisions Hourly', formatNumber(goal.hourly_decisions)],
        ['Entry Date', formatDate(goal.entry_date)],
      ]}
    />
  );
}
