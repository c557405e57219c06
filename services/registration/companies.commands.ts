import { streams } from '#contracts/events/streams.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/command-handler.ts';
import { type CompanyCommand, type CompanyState, companyDecider } from './company.decider.ts';

type Outcome = Promise<CommandOutcome<{ companyId: string }>>;

/** Each command is about the company of its context. */
export type CompaniesCommands = {
  /** The employees slice adds its employees. */
  registerCompany(
    ctx: CommandContext,
    input: { readonly name: string; readonly employeeCount: string; readonly superEmployeeId: string },
  ): Outcome;
  /** Refuses `unableToVerifyEmail` when the registration has expired. */
  verifyCompany(ctx: CommandContext): Outcome;
  /** Ends an unproven registration; no error when it has ended already. */
  expireCompany(ctx: CommandContext): Outcome;
  /** Ends a company; no error when it has ended already. */
  terminateCompany(ctx: CommandContext): Outcome;
  /** The current state. */
  companyOf(companyId: string): Promise<CompanyState>;
};

/** Every command may be repeated with the same id. The caller checks the rights. */
export function createCompaniesCommands({
  handle,
  stateOf,
}: Pick<CommandDeps, 'handle' | 'stateOf'>): CompaniesCommands {
  async function run(ctx: CommandContext, command: CompanyCommand): Outcome {
    const outcome = await handle(ctx, streams.company(ctx.companyId), companyDecider, command);
    return mapOutcome(outcome, () => ({ companyId: ctx.companyId }));
  }

  return {
    registerCompany: (ctx, input) => run(ctx, { type: 'RegisterCompany', ...input }),
    verifyCompany: (ctx) => run(ctx, { type: 'VerifyCompany', at: ctx.now }),
    expireCompany: (ctx) => run(ctx, { type: 'ExpireCompany', at: ctx.now }),
    terminateCompany: (ctx) => run(ctx, { type: 'TerminateCompany', at: ctx.now }),
    companyOf: (companyId) => stateOf(streams.company(companyId), companyDecider.fold),
  };
}
