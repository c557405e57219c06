import { useAtom, useAtomValue } from 'jotai';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { HistoryLink } from '../../kit/lists/history-link.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
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
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import styles from './campaign-facts.module.css';
import { createCampaignCard } from './campaigns.atoms.ts';

export function CampaignCardPage() {
  const { id = '' } = useParams();
  return <CampaignCard key={id} id={id} />;
}

function CampaignCard({ id }: { id: string }) {
  const [{ employeesQuery, deletion }] = useState(createCampaignCard);
  const found = useRowOf(campaignsQuery, (row) => row.campaign_id === id);
  const [alert, setAlert] = useAtom(deletion.alertAtom);
  const { leaveDeleted } = useLeaveScreen();
  // After a deletion its message is shown above the former card.
  const [deleted, setDeleted] = useState<Campaign | null>(null);
  const campaign = deleted ?? found;
  // Live news of the own deletion may come before its answer.
  const isGoing = useAtomValue(deletion.busyAtom) || deleted !== null;

  if (campaign === null) {
    return (
      <MissingRow
        title="Campaign"
        message={messages.noSuchCampaign}
        list={paths.allCampaigns}
        listLabel="All Campaigns"
        history={{ kind: 'campaign', id }}
      />
    );
  }
  const gone = () => {
    setDeleted(campaign ?? null);
    leaveDeleted(paths.allCampaigns, LEAVE_AFTER_MS.delete);
  };
  const actions = campaign && !deleted && (
    <>
      <HistoryLink kind="campaign" id={id} />
      <NowOnly>
        <LinkButton variant="plain" to={pathTo(paths.editCampaign, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton
          deletion={deletion}
          row={id}
          what="The campaign"
          name={campaign.campaign_name}
          onDone={gone}
        />
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader title={campaign?.campaign_name ?? 'Campaign'} note="Campaign" aside={actions} />
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={campaignsQuery} loading="Loading the campaign" />
      {campaign && (
        <TwoColumns>
          <CampaignFacts campaign={campaign} />
          <CampaignEmployees of={employeesQuery} id={id} paused={isGoing} />
        </TwoColumns>
      )}
    </>
  );
}

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const goal = <Link to={pathTo(paths.goal, campaign.goal_id)}>{campaign.goal_name}</Link>;
  return (
    <Panel>
      <Facts
        facts={[
          ['Commission', formatPercent(campaign.commission)],
          ['Tax', formatPercent(campaign.tax)],
          ['Goal', goal],
          ['Hourly Goal', formatNumber(campaign.hourly_sales)],
          ['Hourly Decisions', formatNumber(campaign.hourly_decisions)],
          ['Entry Date', formatDate(campaign.entry_date)],
        ]}
      />
      <p className={styles.note}>{messages.recordedSalesKeepRates}, whatever becomes of the campaign.</p>
    </Panel>
  );
}

const COLUMNS: readonly Column<ListedEmployee>[] = [
  { label: 'No', show: (_employee, place) => place, numeric: true, card: 'none' },
  {
    label: 'Name',
    show: (employee) => <Link to={pathTo(paths.employee, employee.id)}>{fullName(employee)}</Link>,
    sortBy: fullName,
    card: 'heading',
  },
  {
    label: 'Employee Number',
    show: (employee) => employee.employee_number || '–',
    sortBy: (employee) => employee.employee_number || null,
  },
  { label: 'Role', show: (employee) => employee.employee_role, sortBy: (employee) => employee.employee_role },
];

type CampaignEmployeesProps = {
  of: ReturnType<typeof createCampaignCard>['employeesQuery'];
  id: string;
  paused: boolean;
};

/** The employees of a campaign. */
function CampaignEmployees({ of, id, paused }: CampaignEmployeesProps) {
  const employees = useQuery(of, id, { paused })?.requestedData;
  return (
    <Panel title="Employees" flush>
      <QueryState of={of} loading="Loading its employees" />
      {employees && (
        <DataTable
          caption="Employees"
          columns={COLUMNS}
          rows={employees}
          keyOf={(employee) => employee.id}
          download="employees-of-campaign"
          empty={<NoEmployees />}
        />
      )}
    </Panel>
  );
}

function NoEmployees() {
  return (
    <EmptyState
      title="Nobody works on this campaign"
      action={
        <LinkButton variant="plain" to={paths.allEmployees}>
          All Employees
        </LinkButton>
      }
    >
      Choose it for an employee, and that is where new sales start.
    </EmptyState>
  );
}
