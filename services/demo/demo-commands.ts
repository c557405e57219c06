import type { CommandContext } from '#platform/commands/command.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { createSubscriptionCommands } from '#services/billing/subscription.commands.ts';
import { createCampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import { createCompaniesCommands } from '#services/companies/companies.commands.ts';
import { createEmployeesCommands } from '#services/employees/employees.commands.ts';
import { createGoalsCommands } from '#services/goals/goals.commands.ts';
import { createJobAidsCommands } from '#services/job-aids/job-aids.commands.ts';
import { createSalesCommands } from '#services/sales/sales.commands.ts';
import { createSalesFloor } from '#services/sales/sales-floor.structure.ts';
import { createShiftsCommands } from '#services/shifts/shifts.commands.ts';

export const DEMO_COMPANY_ID = derivedId('demo company');

export type DemoCommands = ReturnType<typeof demoCommands>;

/** The same commands that people give. */
export function demoCommands(store: EventStore) {
  const floor = createSalesFloor({ store });
  return {
    ...createCompaniesCommands({ store }),
    ...createSubscriptionCommands({ store }),
    ...createEmployeesCommands({ store }),
    ...createGoalsCommands({ store }),
    ...createCampaignsCommands({ store }),
    ...createJobAidsCommands({ store }),
    ...createShiftsCommands({ store, floor }),
    ...createSalesCommands({ store, floor }),
  };
}

/** A step of the demo: when (UTC ISO-8601), by whom (null: the program) and what; the same step, the same id. */
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
