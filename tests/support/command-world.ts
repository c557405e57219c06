import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { type CommandOptions, createCommandDeps } from '#platform/commands/command-handler.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { createCampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import { createEmployeesCommands } from '#services/employees/employees.commands.ts';
import { createGoalsCommands } from '#services/goals/goals.commands.ts';
import { createJobAidsCommands } from '#services/job-aids/job-aids.commands.ts';
import { createCompanyLookup } from '#services/sales/company-lookup.fold.ts';
import { createSalesCommands } from '#services/sales/sales.commands.ts';
import { createOwnDuration } from '#services/shifts/own-duration.ts';
import { createShiftsCommands } from '#services/shifts/shifts.commands.ts';

export const NOW = '2026-11-20T15:00:00.000Z';
export const TODAY = '2026-11-20';

/** The commands of one process. */
export function commandsOf(store: EventStore, options: CommandOptions = {}) {
  const deps = createCommandDeps(store, options);
  const companyLookup = createCompanyLookup({ store, ...options });
  const employees = createEmployeesCommands(deps);
  const shifts = createShiftsCommands({ ...deps, companyLookup });
  return {
    store,
    ...createGoalsCommands(deps),
    ...createCampaignsCommands(deps),
    ...employees,
    ...createJobAidsCommands(deps),
    ...createSalesCommands({ ...deps, companyLookup }),
    ...shifts,
    setOwnDuration: createOwnDuration({
      companyLookup,
      shifts,
      setStandingDuration: employees.setStandingDuration,
    }),
  };
}

export type Commands = ReturnType<typeof commandsOf>;

export function contextOf(companyId: string, changes: Partial<CommandContext> = {}): CommandContext {
  const commandId = changes.commandId ?? newId();
  return {
    companyId,
    actorId: null,
    commandId,
    correlationId: commandId,
    origin: 'api',
    now: NOW,
    ...changes,
  };
}

/** The value of an outcome; throws the code of a rejection, so that a failing test shows it. */
export async function done<Value>(outcome: Promise<CommandOutcome<Value>>): Promise<Value> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(`refused: ${settled.code}`);
  return settled.value;
}

/** Creates a company by commands: one goal, one campaign, one associate with shifts of this many hours. */
export async function smallCompany(commands: Commands, shiftDuration: number | null = 8) {
  const companyId = newId();
  const { goalId } = await done(
    commands.addGoal(contextOf(companyId), { name: 'Steady', hourlySales: 2, entryDate: TODAY }),
  );
  const campaign = { name: 'Spring', commission: 10, tax: 13, goalId, entryDate: TODAY };
  const { campaignId } = await done(commands.addCampaign(contextOf(companyId), campaign));
  const { employeeId } = await done(
    commands.addEmployee(contextOf(companyId), {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      role: 'sales associate',
      campaignId,
      shiftDuration,
    }),
  );
  return { companyId, goalId, campaignId, employeeId };
}
