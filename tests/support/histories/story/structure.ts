import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { type Choices, type Happening, one, pick, type StoryDeps, type Thing, without } from './choices.ts';

/** Goals, campaigns and employees of a story's company. */
export function createStructureStory({ companyId, newId, days }: StoryDeps) {
  const goals: Thing<GoalFacts>[] = [];
  const campaigns: Thing<CampaignFacts>[] = [];
  const employees: Thing<EmployeeFacts>[] = [];
  const structure = streams.organization(companyId);
  const day = (choices: Choices) => days[choices.number(days.length)] as string;

  const goalFacts = (choices: Choices): GoalFacts => ({
    name: choices.text(),
    hourlySales: choices.number(40) / 4,
    hourlyDecisions: choices.number(20),
  });
  const campaignFacts = (choices: Choices, goalId: string): CampaignFacts => ({
    name: choices.text(),
    commissionPercent: choices.number(10_001) / 100,
    taxPercent: choices.number(20_001) / 1000,
    goalId,
  });
  const employeeFacts = (choices: Choices): EmployeeFacts => ({
    firstName: choices.text(),
    lastName: choices.text(),
    email: choices.text(),
    employeeNumber: String(choices.number(1000)),
    role: choices.number(5) === 0 ? 'manager' : 'sales associate',
    type: 'employee',
    managerId: pick(employees, choices)?.id ?? null,
    campaignId: pick(campaigns, choices)?.id ?? null,
    shiftDuration: choices.number(3) === 0 ? null : choices.number(10),
  });
  const actions = {
    addEmployee(choices) {
      const employee = { id: newId(), facts: employeeFacts(choices) };
      employees.push(employee);
      const data = { employeeId: employee.id, employee: employee.facts };
      return one(structure, { type: 'EmployeeAdded', data });
    },
    editEmployee(choices) {
      const employee = pick(employees, choices);
      if (!employee) return [];
      const before = employee.facts;
      employee.facts = { ...employeeFacts(choices), type: before.type };
      return one(structure, {
        type: 'EmployeeEdited',
        data: { employeeId: employee.id, before, after: employee.facts },
      });
    },
    deleteEmployee(choices) {
      const employee = pick(employees.slice(1), choices);
      if (!employee) return [];
      without(employees, employee);
      return one(structure, {
        type: 'EmployeeDeleted',
        data: { employeeId: employee.id, before: employee.facts },
      });
    },
    addGoal(choices) {
      const goal = { id: newId(), facts: goalFacts(choices) };
      goals.push(goal);
      const data = { goalId: goal.id, entryDate: day(choices), goal: goal.facts };
      return one(structure, { type: 'GoalAdded', data });
    },
    editGoal(choices) {
      const goal = pick(goals, choices);
      if (!goal) return [];
      const before = goal.facts;
      goal.facts = goalFacts(choices);
      return one(structure, { type: 'GoalEdited', data: { goalId: goal.id, before, after: goal.facts } });
    },
    deleteGoal(choices) {
      const unused = goals.filter(({ id }) => !campaigns.some(({ facts }) => facts.goalId === id));
      const goal = pick(unused, choices);
      if (!goal) return [];
      without(goals, goal);
      return one(structure, { type: 'GoalDeleted', data: { goalId: goal.id, before: goal.facts } });
    },
    addCampaign(choices) {
      const goal = pick(goals, choices);
      if (!goal) return [];
      const campaign = { id: newId(), facts: campaignFacts(choices, goal.id) };
      campaigns.push(campaign);
      const data = { campaignId: campaign.id, entryDate: day(choices), campaign: campaign.facts };
      return one(structure, { type: 'CampaignAdded', data });
    },
    editCampaign(choices) {
      const campaign = pick(campaigns, choices);
      const goal = pick(goals, choices);
      if (!campaign || !goal) return [];
      const before = campaign.facts;
      campaign.facts = campaignFacts(choices, goal.id);
      const data = { campaignId: campaign.id, before, after: campaign.facts };
      return one(structure, { type: 'CampaignEdited', data });
    },
    deleteCampaign(choices) {
      const unused = campaigns.filter(({ id }) => !employees.some(({ facts }) => facts.campaignId === id));
      const campaign = pick(unused, choices);
      if (!campaign) return [];
      without(campaigns, campaign);
      return one(structure, {
        type: 'CampaignDeleted',
        data: { campaignId: campaign.id, before: campaign.facts },
      });
    },
  } satisfies Record<string, Happening>;

  return { campaigns, employees, employeeFacts, actions };
}

export type StructureStory = ReturnType<typeof createStructureStory>;
