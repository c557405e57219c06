import { systemClock } from '#platform/clock.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import { createCampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import { createCompaniesCommands } from '#services/companies/companies.commands.ts';
import { createEmployeesCommands } from '#services/employees/employees.commands.ts';
import { createGoalsCommands } from '#services/goals/goals.commands.ts';

export const PASSWORD = 'Demo-pass1';

export type Person = { employeeId: string; email: string };
export type Company = {
  companyId: string;
  owner: Person;
  manager: Person;
  associate: Person;
  colleague: Person;
  /** 10 % commission, 13 % tax; its goal is 2 sales and 5 decisions an hour. */
  campaignId: string;
};

/** A company with an active subscription, one goal, one campaign and four people, through the real commands. */
export async function createCompany(
  store: EventStore,
  accounts: Accounts,
): Promise<{ company: Company; position: number }> {
  const companyId = newId();
  const ctx = (): CommandContext => ({
    companyId,
    actorId: null,
    commandId: newId(),
    correlationId: 'test',
    origin: 'registration',
    now: systemClock.now().toISOString(),
  });
  const companies = createCompaniesCommands({ store });
  const employees = createEmployeesCommands({ store });
  const superEmployeeId = newId();
  await done(
    companies.registerCompany(ctx(), {
      name: `Company ${companyId}`,
      employeeCount: '0-20',
      superEmployeeId,
    }),
  );
  await done(
    companies.startSubscription(ctx(), {
      provider: 'sandbox',
      providerSubscriptionId: `sub_${companyId}`,
      status: 'active',
      trialEndsAt: null,
      nextBillingAt: null,
      seats: 4,
    }),
  );
  const person = async (
    name: string,
    role: string,
    campaignId?: string,
  ): Promise<Person & { position: number }> => {
    const email = `${name}.${companyId}@example.test`;
    const employeeId = name === 'owner' ? superEmployeeId : newId();
    const input = {
      employeeId,
      firstName: name,
      lastName: 'Test',
      email,
      employeeNumber: '7',
      role,
      campaignId,
    };
    const added = await done(
      name === 'owner' ? employees.addSuperEmployee(ctx(), input) : employees.addEmployee(ctx(), input),
    );
    await accounts.create({ email, employeeId, companyId, password: PASSWORD });
    return { employeeId, email, position: added.position };
  };
  const owner = await person('owner', 'manager');
  const entryDate = '2026-01-01';
  const goals = createGoalsCommands({ store });
  const goal = await done(
    goals.addGoal(ctx(), { name: 'Goal', hourlySales: 2, hourlyDecisions: 5, entryDate }),
  );
  const campaign = await done(
    createCampaignsCommands({ store }).addCampaign(ctx(), {
      name: 'Solar',
      commission: 10,
      tax: 13,
      goalId: goal.value.goalId,
      entryDate,
    }),
  );
  const { campaignId } = campaign.value;
  const manager = await person('manager', 'manager', campaignId);
  const associate = await person('associate', 'sales associate', campaignId);
  const colleague = await person('colleague', 'sales associate', campaignId);
  return {
    company: { companyId, owner, manager, associate, colleague, campaignId },
    position: colleague.position,
  };
}

async function done<Value>(outcome: Promise<CommandOutcome<Value>>) {
  const settled = await outcome;
  if (!settled.ok) throw new Error(`seeding was refused: ${settled.refusal}`);
  return settled;
}
