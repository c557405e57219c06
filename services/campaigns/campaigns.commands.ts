import { streams } from '#contracts/events/streams.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { derivedId } from '#platform/ids.ts';
import {
  type CampaignCommand,
  type CampaignInput,
  type CampaignOutcome,
  campaignDecider,
} from './campaign.decider.ts';

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
  function run(ctx: CommandContext, campaignId: string, command: CampaignCommand) {
    return handle(ctx, streams.organization(ctx.companyId), campaignDecider(campaignId), command);
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
