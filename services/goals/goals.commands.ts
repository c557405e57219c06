import { streams } from '#contracts/events/streams.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { derivedId } from '#platform/ids.ts';
import { type GoalCommand, type GoalInput, type GoalOutcome, goalDecider } from './goal.decider.ts';

export type GoalsCommands = {
  /** `entryDate` is the local date of the manager who adds it, yyyy-mm-dd. */
  addGoal(
    ctx: CommandContext,
    input: GoalInput & { readonly entryDate: string },
  ): Promise<CommandOutcome<GoalOutcome>>;
  editGoal(
    ctx: CommandContext,
    input: GoalInput & { readonly goalId: string },
  ): Promise<CommandOutcome<GoalOutcome>>;
  /** Rejected while the goal has campaigns, also under concurrent commands. */
  deleteGoal(ctx: CommandContext, input: { readonly goalId: string }): Promise<CommandOutcome<GoalOutcome>>;
};

/** Every command may be repeated with the same id. The route checks that the actor is a manager. */
export function createGoalsCommands({ handle }: Pick<CommandDeps, 'handle'>): GoalsCommands {
  function run(ctx: CommandContext, goalId: string, command: GoalCommand) {
    return handle(ctx, streams.organization(ctx.companyId), goalDecider(goalId), command);
  }

  return {
    addGoal: async (ctx, { entryDate, ...input }) => {
      if (!isLocalDate(entryDate)) return rejected('invalidDate');
      return run(ctx, derivedId(ctx.commandId, 'goal'), { type: 'AddGoal', entryDate, input });
    },
    editGoal: (ctx, { goalId, ...input }) => run(ctx, goalId, { type: 'EditGoal', input }),
    deleteGoal: (ctx, { goalId }) => run(ctx, goalId, { type: 'DeleteGoal' }),
  };
}
