import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/command-handler.ts';
import { derivedId } from '#platform/ids.ts';
import { type CampaignCommand, type CampaignInput, campaignDecider } from './campaign.decider.ts';

/** A campaign and its goal after the command; after a deletion, as they were before it. */
export type CampaignOutcome = {
  readonly campaignId: string;
  readonly campaign: CampaignFacts;
  readonly entryDate: string;
  readonly goal: GoalFacts;
};

export type CampaignsCommands = {
  /** `entryDate` is the local date of the manager who adds it, yyyy-mm-dd. */
  addCampaign(
    ctx: CommandContext,
    input: CampaignInput & { readonly entryDate: string },
  ): Promise<CommandOutcome<CampaignOutcome>>;
  /** Recorded sales keep their rates. */
  editCampaign(
    ctx: CommandContext,
    input: CampaignInput & { readonly campaignId: string },
  ): Promise<CommandOutcome<CampaignOutcome>>;
  /** Refuses while employees work on the campaign, also under concurrent commands. */
  deleteCampaign(
    ctx: CommandContext,
    input: { readonly campaignId: string },
  ): Promise<CommandOutcome<CampaignOutcome>>;
};

/** Every command may be repeated with the same id. The route checks that the actor is a manager. */
export function createCampaignsCommands({ handle }: Pick<CommandDeps, 'handle'>): CampaignsCommands {
  async function run(ctx: CommandContext, campaignId: string, command: CampaignCommand) {
    const stream = streams.organization(ctx.companyId);
    const outcome = await handle(ctx, stream, campaignDecider(campaignId), command);
    return mapOutcome(outcome, (state) => {
      if (state.kind === 'unknown') throw new Error('a campaign command succeeded and left no campaign');
      const { campaign, entryDate } = state;
      const goal = state.goals.get(campaign.goalId);
      if (!goal) throw new Error('a campaign stands without its goal');
      return { campaignId, campaign, entryDate, goal };
    });
  }

  return {
    addCampaign: async (ctx, { entryDate, ...input }) => {
      if (!isLocalDate(entryDate)) return rejected('invalidDate');
      return run(ctx, derivedId(ctx.commandId, 'campaign'), { type: 'AddCampaign', entryDate, input });
    },
    editCampaign: (ctx, { campaignId, ...input }) => run(ctx, campaignId, { type: 'EditCampaign', input }),
    deleteCampaign: (ctx, { campaignId }) => run(ctx, campaignId, { type: 'DeleteCampaign' }),
  };
}
