import type { JobAidFacts } from '#contracts/events/job-aid.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/command-handler.ts';
import { derivedId, isId } from '#platform/ids.ts';
import { type JobAidCommand, type JobAidInput, jobAidDecider } from './job-aid.decider.ts';

/** A job aid as the command left it; after a deletion, as it was before. */
export type JobAidOutcome = { readonly jobAidId: string; readonly jobAid: JobAidFacts };

export type JobAidsCommands = {
  addJobAid(ctx: CommandContext, input: JobAidInput): Promise<CommandOutcome<JobAidOutcome>>;
  editJobAid(
    ctx: CommandContext,
    input: JobAidInput & { readonly jobAidId: string },
  ): Promise<CommandOutcome<JobAidOutcome>>;
  deleteJobAid(
    ctx: CommandContext,
    input: { readonly jobAidId: string },
  ): Promise<CommandOutcome<JobAidOutcome>>;
};

/** Every command may be repeated with the same id. That the actor is a manager is checked at the door. */
export function createJobAidsCommands({ handle }: Pick<CommandDeps, 'handle'>): JobAidsCommands {
  async function run(ctx: CommandContext, command: JobAidCommand): Promise<CommandOutcome<JobAidOutcome>> {
    const { jobAidId } = command;
    if (!isId(jobAidId)) return rejected('noSuchJobAid');
    const outcome = await handle(ctx, streams.jobAid(ctx.companyId, jobAidId), jobAidDecider, command);
    return mapOutcome(outcome, (state) => {
      if (state.kind === 'unknown') throw new Error('a job aid command succeeded and left no job aid');
      return { jobAidId, jobAid: state.jobAid };
    });
  }

  return {
    addJobAid: (ctx, input) =>
      run(ctx, { type: 'AddJobAid', jobAidId: derivedId(ctx.commandId, 'job aid'), input }),
    editJobAid: (ctx, { jobAidId, ...input }) => run(ctx, { type: 'EditJobAid', jobAidId, input }),
    deleteJobAid: (ctx, { jobAidId }) => run(ctx, { type: 'DeleteJobAid', jobAidId }),
  };
}
