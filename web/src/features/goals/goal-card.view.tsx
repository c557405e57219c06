import { useAtom, useAtomValue } from 'jotai';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Goal, GoalCampaign } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { HistoryLink } from '../../kit/lists/history-link.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { useQuery, useRowOf } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatNumber, formatPercent } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { createGoalCard } from './goals.atoms.ts';

export function GoalCardPage() {
  const { id = '' } = useParams();
  return <GoalCard key={id} id={id} />;
}

function GoalCard({ id }: { id: string }) {
  const [{ campaignsQuery, deletion }] = useState(createGoalCard);
  const found = useRowOf(goalsQuery, (row) => row.id === id);
  const [alert, setAlert] = useAtom(deletion.alertAtom);
  const { leaveDeleted } = useLeaveScreen();
  // After a deletion its message is shown above the former card.
  const [deleted, setDeleted] = useState<Goal | null>(null);
  const goal = deleted ?? found;
  // Live news of the own deletion may come before its answer.
  const isGoing = useAtomValue(deletion.busyAtom) || deleted !== null;

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
    leaveDeleted(paths.allGoals, LEAVE_AFTER_MS.delete);
  };
  const actions = goal && !deleted && (
    <>
      <HistoryLink kind="goal" id={id} />
      <NowOnly>
        <LinkButton variant="plain" to={pathTo(paths.editGoal, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton deletion={deletion} row={id} what="The goal" name={goal.name} onDone={gone} />
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader title={goal?.name ?? 'Goal'} note="Goal" aside={actions} />
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={goalsQuery} loading="Loading the goal" />
      {goal && (
        <TwoColumns>
          <Panel>
            <GoalFacts goal={goal} />
          </Panel>
          <GoalCampaigns of={campaignsQuery} id={id} paused={isGoing} />
        </TwoColumns>
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

const COLUMNS: readonly Column<GoalCampaign>[] = [
  { label: 'No', show: (_campaign, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (campaign) => <Link to={pathTo(paths.campaign, campaign.id)}>{campaign.name}</Link>,
    sortBy: (campaign) => campaign.name,
    card: 'heading',
  },
  {
    label: 'Commission',
    show: (campaign) => formatPercent(campaign.commission),
    sortBy: (campaign) => campaign.commission,
    numeric: true,
  },
  {
    label: 'Tax',
    show: (campaign) => formatPercent(campaign.tax),
    sortBy: (campaign) => campaign.tax,
    numeric: true,
  },
];

type GoalCampaignsProps = {
  of: ReturnType<typeof createGoalCard>['campaignsQuery'];
  id: string;
  paused: boolean;
};

/** The campaigns of a goal. */
function GoalCampaigns({ of, id, paused }: GoalCampaignsProps) {
  const campaigns = useQuery(of, id, { paused })?.requestedData;
  return (
    <Panel title="Campaigns" flush>
      <QueryState of={of} loading="Loading its campaigns" />
      {campaigns && (
        <DataTable
          caption="Campaigns"
          columns={COLUMNS}
          rows={campaigns}
          keyOf={(campaign) => campaign.id}
          download="campaigns-of-goal"
          empty={<NoCampaigns />}
        />
      )}
    </Panel>
  );
}

function NoCampaigns() {
  return (
    <EmptyState
      title="No campaign has this goal"
      action={
        <NowOnly>
          <LinkButton variant="plain" to={paths.addCampaign}>
            Add campaign
          </LinkButton>
        </NowOnly>
      }
    >
      Choose it in a campaign, and its people work towards it.
    </EmptyState>
  );
}
