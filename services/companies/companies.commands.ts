import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { createCommandHandler } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/decision.ts';
import { createHistories } from '#platform/commands/histories.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import {
  type CompanyCommand,
  type CompanyEvent,
  type CompanyState,
  companyDecider,
} from './company.decider.ts';

type Outcome = Promise<CommandOutcome<{ companyId: string }>>;

/** Each is about the company of the context. */
export type CompaniesCommands = {
  /** Its people are added by the employees slice. */
  registerCompany(
    ctx: CommandContext,
    input: { readonly name: string; readonly employeeCount: string; readonly superEmployeeId: string },
  ): Outcome;
  /** Refuses `unableToVerifyEmail` when the registration has expired. */
  verifyCompany(ctx: CommandContext): Outcome;
  /** Ends a registration that nobody proved the email of; no fault when it is none any more. */
  expireCompany(ctx: CommandContext): Outcome;
  /** Ends a company; no fault when it has ended. */
  terminateCompany(ctx: CommandContext): Outcome;
  /** As of now. */
  companyOf(companyId: string): Promise<CompanyState>;
};

/** Every command may be repeated with the same id. Who may give it is checked at the door. */
export function createCompaniesCommands({ store }: { store: EventStore }): CompaniesCommands {
  const handle = createCommandHandler(store);
  const histories = createHistories(store);

  async function run(ctx: CommandContext, command: CompanyCommand): Outcome {
    const outcome = await handle(ctx, streams.company(ctx.companyId), companyDecider, command);
    return mapOutcome(outcome, () => ({ companyId: ctx.companyId }));
  }

  return {
    registerCompany: (ctx, input) => run(ctx, { type: 'RegisterCompany', ...input }),
    verifyCompany: (ctx) => run(ctx, { type: 'VerifyCompany', at: ctx.now }),
    expireCompany: (ctx) => run(ctx, { type: 'ExpireCompany', at: ctx.now }),
    terminateCompany: (ctx) => run(ctx, { type: 'TerminateCompany', at: ctx.now }),
    async companyOf(companyId) {
      // The stream's name says which events are in it.
      const events = (await histories.load(streams.company(companyId))) as readonly (StoredEvent &
        CompanyEvent)[];
      return events.reduce(companyDecider.evolve, companyDecider.initial);
    },
  };
}
