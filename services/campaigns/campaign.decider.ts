import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { parsePercent } from '#contracts/money.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { type Decider, isSame } from '#platform/commands/command.ts';
import { type Organization, organization, there } from '#platform/commands/organization.fold.ts';

/** The fields of a form; an absent field stays as it is. Commission and tax are percentages. */
export type CampaignInput = {
  readonly name?: string | undefined;
  readonly commission?: number | string | undefined;
  readonly tax?: number | string | undefined;
  readonly goalId?: string | undefined;
};

export type CampaignCommand =
  | { readonly type: 'AddCampaign'; readonly entryDate: string; readonly input: CampaignInput }
  | { readonly type: 'EditCampaign'; readonly input: CampaignInput }
  | { readonly type: 'DeleteCampaign' };

/** A campaign and its goal after a command; after a deletion, as they were before it. */
export type CampaignOutcome = {
  readonly campaignId: string;
  readonly campaign: CampaignFacts;
  readonly entryDate: string;
  readonly goal: GoalFacts;
};

/** The rules of one campaign, over the stream it shares with all goals and employees of its company. */
export function campaignDecider(
  campaignId: string,
): Decider<Organization, CampaignCommand, OrganizationEvent, CampaignOutcome> {
  return {
    fold: organization,

    decide: (command, { goals, campaigns, employees }) => {
      const campaign = campaigns.get(campaignId);
      if (command.type === 'AddCampaign') {
        if (campaign) return rejected('conflict');
        if (![...goals.values()].some(({ isDeleted }) => !isDeleted)) return rejected('goalNeededFirst');
        if (command.input.commission === undefined) return rejected('incompleteFields');
        const facts = readCampaign(command.input, BLANK, goals);
        if (!facts.ok) return facts;
        const { entryDate } = command;
        return accepted([{ type: 'CampaignAdded', data: { campaignId, entryDate, campaign: facts.value } }]);
      }
      if (!campaign || campaign.isDeleted) return rejected('noSuchCampaign');
      const before = campaign.facts;
      if (command.type === 'DeleteCampaign') {
        const hasEmployees = [...employees.values()].some(
          ({ facts, isDeleted }) => !isDeleted && facts.campaignId === campaignId,
        );
        if (hasEmployees) return rejected('campaignHasEmployees');
        return accepted([{ type: 'CampaignDeleted', data: { campaignId, before } }]);
      }
      const after = readCampaign(command.input, before, goals);
      if (!after.ok) return after;
      if (isSame(before, after.value)) return accepted([]);
      return accepted([{ type: 'CampaignEdited', data: { campaignId, before, after: after.value } }]);
    },

    outcome: ({ campaigns, goals }) => {
      const { facts, entryDate } = there(campaigns, campaignId);
      return { campaignId, campaign: facts, entryDate, goal: there(goals, facts.goalId).facts };
    },
  };
}

const BLANK: CampaignFacts = { name: '', commissionPercent: 0, taxPercent: 0, goalId: '' };

/** Name, goal and commission are required; the tax defaults to 0. */
function readCampaign(
  input: CampaignInput,
  former: CampaignFacts,
  goals: Organization['goals'],
): Result<CampaignFacts> {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  const goalId = input.goalId ?? former.goalId;
  if (name === null) return rejected('invalidText');
  if (name === '' || goalId === '' || input.commission === '') return rejected('incompleteFields');
  if (goals.get(goalId)?.isDeleted !== false) return rejected('noSuchGoal');
  const tax = input.tax === '' ? 0 : input.tax;
  const commissionPercent =
    input.commission === undefined ? former.commissionPercent : parsePercent(input.commission);
  const taxPercent = tax === undefined ? former.taxPercent : parsePercent(tax);
  if (commissionPercent === null || taxPercent === null) return rejected('invalidPercent');
  return accepted({ name, commissionPercent, taxPercent, goalId });
}
