import type { CommandContext } from '#platform/commands/command.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import type { SubscriptionCommands } from '#services/billing/subscription/subscription.commands.ts';
import type { CampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import type { EmployeesCommands } from '#services/employees/employees.commands.ts';
import type { GoalsCommands } from '#services/goals/goals.commands.ts';
import type { CompaniesCommands } from '#services/registration/companies.commands.ts';
import type { SalesCommands } from '#services/sales/sales.commands.ts';

/** The import is a program like main: it stands on the slices, by the same commands that people give. */
export type ImportDeps = {
  readonly store: Pick<EventStore, 'read' | 'head'>;
  readonly accounts: Pick<Accounts, 'create' | 'byEmail'>;
  readonly commands: {
    readonly companies: Pick<CompaniesCommands, 'registerCompany' | 'verifyCompany'>;
    readonly subscriptions: Pick<SubscriptionCommands, 'startSubscription'>;
    readonly employees: Pick<EmployeesCommands, 'addEmployee' | 'addSuperEmployee'>;
    readonly goals: Pick<GoalsCommands, 'addGoal'>;
    readonly campaigns: Pick<CampaignsCommands, 'addCampaign'>;
    readonly sales: Pick<SalesCommands, 'recordSale'>;
  };
  /** Time of this import, UTC ISO-8601. */
  readonly now: string;
  /** Local date of this import, for what has no date of its own. */
  readonly today: string;
};

/** Command ids derive from what is imported, so that a second run repeats the same commands. */
export type ContextOf = (...parts: readonly string[]) => CommandContext;

export function importContext(companyId: string, runId: string, now: string): ContextOf {
  return (...parts) => ({
    companyId,
    actorId: null,
    commandId: derivedId(companyId, 'import', ...parts),
    correlationId: runId,
    origin: 'import',
    now,
  });
}
