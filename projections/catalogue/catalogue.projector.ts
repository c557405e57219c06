import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import { defineReadModel, known } from '../runner/read-model.ts';
import { campaignsTable, goalsTable, pastCampaignsTable, pastGoalsTable } from './catalogue.table.ts';

export const catalogue = defineReadModel({
  name: 'catalogue',
  version: 3,
  tables: {
    campaigns: campaignsTable,
    goals: goalsTable,
    pastCampaigns: pastCampaignsTable,
    pastGoals: pastGoalsTable,
  },
  ignores: [
    ['SaleRecorded', 'SaleEdited', 'SaleDeleted'],
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
  ],
  on: {
    GoalAdded: {
      needs: ({ data, metadata }, need) => need.goals.fresh(metadata.companyId, data.goalId),
      apply({ data, metadata, position }, rows) {
        rows.goals.put({
          company_id: metadata.companyId,
          goal_id: data.goalId,
          ...goalColumns(data.goal),
          entry_date: data.entryDate,
          deleted: false,
          since: position,
        });
      },
    },
    GoalEdited: {
      needs: ({ data, metadata }, need) => need.goals.row(metadata.companyId, data.goalId),
      apply({ data, metadata, position }, rows) {
        const goal = known(rows.goals.get(metadata.companyId, data.goalId));
        rows.pastGoals.put({ ...goal, until: position });
        rows.goals.put({ ...goal, ...goalColumns(data.after), since: position });
      },
    },
    GoalDeleted: {
      needs: ({ data, metadata }, need) => need.goals.row(metadata.companyId, data.goalId),
      apply({ data, metadata, position }, rows) {
        const goal = known(rows.goals.get(metadata.companyId, data.goalId));
        rows.pastGoals.put({ ...goal, until: position });
        rows.goals.put({ ...goal, deleted: true, since: position });
      },
    },
    CampaignAdded: {
      needs: ({ data, metadata }, need) => need.campaigns.fresh(metadata.companyId, data.campaignId),
      apply({ data, metadata, position }, rows) {
        rows.campaigns.put({
          company_id: metadata.companyId,
          campaign_id: data.campaignId,
          ...campaignColumns(data.campaign),
          entry_date: data.entryDate,
          deleted: false,
          rates_since: metadata.at,
          since: position,
        });
      },
    },
    CampaignEdited: {
      needs: ({ data, metadata }, need) => need.campaigns.row(metadata.companyId, data.campaignId),
      apply({ data, metadata, position }, rows) {
        const campaign = known(rows.campaigns.get(metadata.companyId, data.campaignId));
        rows.pastCampaigns.put({ ...campaign, until: position });
        const rates_since = hasSameRates(data.before, data.after) ? campaign.rates_since : metadata.at;
        rows.campaigns.put({ ...campaign, ...campaignColumns(data.after), rates_since, since: position });
      },
    },
    CampaignDeleted: {
      needs: ({ data, metadata }, need) => need.campaigns.row(metadata.companyId, data.campaignId),
      apply({ data, metadata, position }, rows) {
        const campaign = known(rows.campaigns.get(metadata.companyId, data.campaignId));
        rows.pastCampaigns.put({ ...campaign, until: position });
        rows.campaigns.put({ ...campaign, deleted: true, since: position });
      },
    },
  },
});

function goalColumns(goal: GoalFacts) {
  return { name: goal.name, hourly_sales: goal.hourlySales, hourly_decisions: goal.hourlyDecisions };
}

function hasSameRates(one: CampaignFacts, other: CampaignFacts): boolean {
  return one.commissionPercent === other.commissionPercent && one.taxPercent === other.taxPercent;
}

function campaignColumns(campaign: CampaignFacts) {
  return {
    name: campaign.name,
    commission_percent: campaign.commissionPercent,
    tax_percent: campaign.taxPercent,
    goal_id: campaign.goalId,
  };
}
