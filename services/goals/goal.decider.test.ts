import { describe, expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { type GoalInput, goalDecider } from './goal.decider.ts';

const given = specify(goalDecider('g1'));
const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
const added: OrganizationEvent = { type: 'GoalAdded', data: { goalId: 'g1', entryDate: '2026-11-20', goal } };
const better = { ...goal, hourlySales: 3 };
const edited: OrganizationEvent = { type: 'GoalEdited', data: { goalId: 'g1', before: goal, after: better } };
const deleted: OrganizationEvent = { type: 'GoalDeleted', data: { goalId: 'g1', before: goal } };
const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const elsewhere = { ...campaign, goalId: 'g2' };
const campaignOnIt: OrganizationEvent = {
  type: 'CampaignAdded',
  data: { campaignId: 'c1', entryDate: '2026-11-20', campaign },
};
const ada: EmployeeFacts = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  employeeNumber: '7',
  role: 'sales associate',
  type: 'employee',
  managerId: null,
  campaignId: 'c1',
  shiftDuration: null,
};
const ofEmployees: readonly OrganizationEvent[] = [
  { type: 'EmployeeAdded', data: { employeeId: 'e1', employee: ada } },
  { type: 'EmployeeEdited', data: { employeeId: 'e1', before: ada, after: ada } },
  { type: 'EmployeeDeleted', data: { employeeId: 'e1', before: ada } },
];

const add = (input: GoalInput) => ({ type: 'AddGoal', entryDate: '2026-11-20', input }) as const;
const edit = (input: GoalInput) => ({ type: 'EditGoal', input }) as const;
const remove = { type: 'DeleteGoal' } as const;

describe('a goal', () => {
  it('is added with the fields of a form', () => {
    given()
      .when(add({ name: ' Steady ', hourlySales: '2', hourlyDecisions: '5' }))
      .thenFollows(added);
  });

  it('needs a name and hourly sales; decisions are 0 when they do not apply', () => {
    given()
      .when(add({ hourlySales: 2 }))
      .thenRejected('incompleteFields');
    given()
      .when(add({ name: 'Steady' }))
      .thenRejected('incompleteFields');
    given()
      .when(add({ name: 'Steady', hourlySales: '' }))
      .thenRejected('incompleteFields');
    const data = { goalId: 'g1', entryDate: '2026-11-20', goal: { ...goal, hourlyDecisions: 0 } };
    given()
      .when(add({ name: 'Steady', hourlySales: 2, hourlyDecisions: '' }))
      .thenFollows({ type: 'GoalAdded', data });
    given()
      .when(add({ name: 'Steady', hourlySales: 2 }))
      .thenFollows({ type: 'GoalAdded', data });
  });

  it('refuses invalid numbers, and text that cannot be stored', { tags: ['spec-5.19'] }, () => {
    given()
      .when(add({ name: 'Steady', hourlySales: -1 }))
      .thenRejected('invalidNumber');
    given()
      .when(add({ name: 'Steady', hourlySales: 2, hourlyDecisions: 'many' }))
      .thenRejected('invalidNumber');
    given()
      .when(add({ name: 'a\u0000', hourlySales: 2 }))
      .thenRejected('invalidText');
  });

  it('is edited in part', () => {
    const data = { goalId: 'g1', before: goal, after: { ...goal, hourlySales: 3 } };
    given(added)
      .when(edit({ hourlySales: 3 }))
      .thenFollows({ type: 'GoalEdited', data });
    given(added).when(edit({})).thenNothing();
    given(added)
      .when(edit({ name: '' }))
      .thenRejected('incompleteFields');
  });

  it('is added once', () => {
    given(added)
      .when(add({ name: 'Steady', hourlySales: 2 }))
      .thenRejected('conflict');
  });

  it('is edited from what it is', () => {
    const again = { ...better, name: 'Best' };
    given(added, edited)
      .when(edit({ name: 'Best' }))
      .thenFollows({ type: 'GoalEdited', data: { goalId: 'g1', before: better, after: again } });
  });

  it('stays as it is when another goal is edited or deleted', () => {
    const other: OrganizationEvent[] = [
      { type: 'GoalEdited', data: { goalId: 'g2', before: goal, after: better } },
      { type: 'GoalDeleted', data: { goalId: 'g2', before: goal } },
    ];
    given(added, ...other)
      .when(remove)
      .thenFollows(deleted);
  });

  it('leaves its last facts behind', () => {
    const decider = goalDecider('g1');
    const outcome = { goalId: 'g1', goal: better, entryDate: '2026-11-20' };
    expect(decider.outcome(stateAfter(decider, added, edited, ...ofEmployees))).toEqual(outcome);
    expect(decider.outcome(stateAfter(decider, added, edited, deleted))).toEqual(outcome);
  });

  it('is deleted when no campaign uses it', () => {
    given(added).when(remove).thenFollows(deleted);
  });

  it('cannot be deleted while a campaign uses it', () => {
    given(added, campaignOnIt).when(remove).thenRejected('goalHasCampaigns');
    const away: OrganizationEvent = {
      type: 'CampaignAdded',
      data: { campaignId: 'c2', entryDate: '2026-11-20', campaign: elsewhere },
    };
    const came: OrganizationEvent = {
      type: 'CampaignEdited',
      data: { campaignId: 'c2', before: elsewhere, after: campaign },
    };
    given(added, away, came).when(remove).thenRejected('goalHasCampaigns');
  });

  it('can be deleted again when the campaign moved or is deleted', () => {
    const left: OrganizationEvent = {
      type: 'CampaignEdited',
      data: { campaignId: 'c1', before: campaign, after: elsewhere },
    };
    const gone: OrganizationEvent = { type: 'CampaignDeleted', data: { campaignId: 'c1', before: campaign } };
    given(added, campaignOnIt, left).when(remove).thenFollows(deleted);
    given(added, campaignOnIt, gone).when(remove).thenFollows(deleted);
  });

  it('is not kept by campaigns of another goal', () => {
    const other: OrganizationEvent = {
      type: 'GoalAdded',
      data: { goalId: 'g2', entryDate: '2026-11-20', goal },
    };
    given(other).when(remove).thenRejected('noSuchGoal');
  });

  it('cannot be changed once it is deleted', () => {
    given(added, deleted).when(remove).thenRejected('noSuchGoal');
    given(added, deleted)
      .when(edit({ name: 'x' }))
      .thenRejected('noSuchGoal');
  });
});
