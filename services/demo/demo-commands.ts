import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { createCommandDeps } from '#platform/commands/command-handler.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { createSubscriptionCommands } from '#services/billing/subscription/subscription.commands.ts';
import { createCampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import { createClaimsCommands } from '#services/claims/claims.commands.ts';
import { createEmployeesCommands } from '#services/employees/employees.commands.ts';
import { createGoalsCommands } from '#services/goals/goals.commands.ts';
import { createJobAidsCommands } from '#services/job-aids/job-aids.commands.ts';
import { createPayCommands } from '#services/pay/pay.commands.ts';
import { createCompaniesCommands } from '#services/registration/companies.commands.ts';
import { createCompanyLookup } from '#services/sales/company-lookup.fold.ts';
import { createSalesCommands } from '#services/sales/sales.commands.ts';
import { createShiftsCommands } from '#services/shifts/shifts.commands.ts';

export type DemoCommands = ReturnType<typeof demoCommands>;

/** The same commands as those of the API. */
export function demoCommands(store: EventStore) {
  const deps = createCommandDeps(store);
  const companyLookup = createCompanyLookup({ store });
  return {
    ...createCompaniesCommands(deps),
    ...createSubscriptionCommands(deps),
    ...createEmployeesCommands(deps),
    ...createGoalsCommands(deps),
    ...createCampaignsCommands(deps),
    ...createJobAidsCommands(deps),
    ...createShiftsCommands({ ...deps, companyLookup }),
    ...createSalesCommands({ ...deps, companyLookup }),
    pay: createPayCommands(deps),
    claims: createClaimsCommands(deps),
  };
}

/** The context of a step at an instant (UTC ISO-8601). Its command id derives from the step; a null actor is the program. */
export function demoContext(at: string, actorId: string | null, ...step: readonly string[]): CommandContext {
  return {
    companyId: DEMO_COMPANY_ID,
    actorId,
    commandId: derivedId(DEMO_COMPANY_ID, ...step),
    correlationId: derivedId(DEMO_COMPANY_ID, 'load'),
    origin: 'demo',
    now: at,
  };
}
