import { streams } from '#contracts/events/streams.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { createCommandHandler } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/decision.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { companyDecider } from './company.decider.ts';

export type CompaniesCommands = {
  /** The company of the context; its people are added by the employees slice. */
  registerCompany(
    ctx: CommandContext,
    input: { readonly name: string; readonly employeeCount: string; readonly superEmployeeId: string },
  ): Promise<CommandOutcome<{ companyId: string }>>;
};

/** Every command may be repeated with the same id. Who may give it is checked at the door. */
export function createCompaniesCommands({ store }: { store: EventStore }): CompaniesCommands {
  const handle = createCommandHandler(store);
  return {
    registerCompany: async (ctx, input) => {
      const stream = streams.company(ctx.companyId);
      const outcome = await handle(ctx, stream, companyDecider, { type: 'RegisterCompany', ...input });
      return mapOutcome(outcome, () => ({ companyId: ctx.companyId }));
    },
  };
}
