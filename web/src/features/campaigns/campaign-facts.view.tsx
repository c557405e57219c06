import { Link } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatNumber, formatPercent } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './campaign-facts.module.css';

export function CampaignFacts({ campaign }: { campaign: Campaign }) {
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
