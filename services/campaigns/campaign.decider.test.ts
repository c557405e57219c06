import { describe, expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { type CampaignInput, campaignDecider } from './campaign.decider.ts';

const given = specify(campaignDecider('c1'));
const entryDate = '2026-11-20';
const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
const goalAdded: OrganizationEvent = { type: 'GoalAdded', data: { goalId: 'g1', entryDate, goal } };
const goalDeleted: OrganizationEvent = { type: 'GoalDeleted', data: { goalId: 'g1', before: goal } };
const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const added: OrganizationEvent = { type: 'CampaignAdded', data: { campaignId: 'c1', entryDate, campaign } };
const raised = { ...campaign, commissionPercent: 12.5 };
const edited: OrganizationEvent = {
  type: 'CampaignEdited',
  data: { campaignId: 'c1', before: campaign, after: raised },
};
const deleted: OrganizationEvent = { type: 'CampaignDeleted', data: { campaignId: 'c1', before: campaign } };
const person: EmployeeFacts = {
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
const hired: OrganizationEvent = { type: 'EmployeeAdded', data: { employeeId: 'e1', employee: person } };

const add = (input: CampaignInput) => ({ type: 'AddCampaign', entryDate, input }) as const;
const edit = (input: CampaignInput) => ({ type: 'EditCampaign', input }) as const;
const remove = { type: 'DeleteCampaign' } as const;
const full = { name: 'Spring', commission: '10', tax: 13, goalId: 'g1' };

describe('a campaign', () => {
  it('is added to an existing goal', () => {
    given(goalAdded).when(add(full)).thenFollows(added);
  });

  it('needs a goal in the company, and an existing one', () => {
    given().when(add(full)).thenRejected('goalNeededFirst');
    given(goalAdded, goalDeleted).when(add(full)).thenRejected('goalNeededFirst');
    given(goalAdded)
      .when(add({ ...full, goalId: 'g2' }))
      .thenRejected('noSuchGoal');
  });

  it('needs a name, a goal and a commission; tax is 0 by default', () => {
    for (const lacking of [
      ...[{ name: '' }, { goalId: '' }, { commission: '' }],
      ...[{ name: undefined }, { goalId: undefined }, { commission: undefined }],
    ]) {
      given(goalAdded)
        .when(add({ ...full, ...lacking }))
        .thenRejected('incompleteFields');
    }
    const data = { campaignId: 'c1', entryDate, campaign: { ...campaign, taxPercent: 0 } };
    given(goalAdded)
      .when(add({ ...full, tax: '' }))
      .thenFollows({ type: 'CampaignAdded', data });
    given(goalAdded)
      .when(add({ ...full, tax: undefined }))
      .thenFollows({ type: 'CampaignAdded', data });
  });

  it('takes rates from 0 to 100', { tags: ['decision-9.18'] }, () => {
    for (const bad of [{ tax: 101 }, { tax: -1 }, { commission: 'ten' }, { commission: '100.1' }]) {
      given(goalAdded)
        .when(add({ ...full, ...bad }))
        .thenRejected('invalidPercent');
    }
    given(goalAdded)
      .when(add({ ...full, name: 'x'.repeat(256) }))
      .thenRejected('invalidText');
  });

  it('is edited in part', () => {
    const data = { campaignId: 'c1', before: campaign, after: { ...campaign, commissionPercent: 12.5 } };
    given(goalAdded, added)
      .when(edit({ commission: '12.5' }))
      .thenFollows({ type: 'CampaignEdited', data });
    given(goalAdded, added).when(edit({})).thenNothing();
    given(goalAdded, added)
      .when(edit({ goalId: 'g2' }))
      .thenRejected('noSuchGoal');
  });

  it('is added once', () => {
    given(goalAdded, added).when(add(full)).thenRejected('conflict');
  });

  it('is edited from what it is', () => {
    const after = { ...raised, name: 'Summer' };
    given(goalAdded, added, edited)
      .when(edit({ name: 'Summer' }))
      .thenFollows({ type: 'CampaignEdited', data: { campaignId: 'c1', before: raised, after } });
  });

  it('stands on a goal that was edited', () => {
    const better: OrganizationEvent = {
      type: 'GoalEdited',
      data: { goalId: 'g1', before: goal, after: { ...goal, hourlySales: 3 } },
    };
    given(goalAdded, better).when(add(full)).thenFollows(added);
  });

  it('stays as it is when another campaign is added, edited or deleted', () => {
    const other: OrganizationEvent[] = [
      { type: 'CampaignAdded', data: { campaignId: 'c2', entryDate, campaign: raised } },
      { type: 'CampaignEdited', data: { campaignId: 'c2', before: raised, after: campaign } },
      { type: 'CampaignEdited', data: { campaignId: 'c2', before: campaign, after: raised } },
      { type: 'CampaignDeleted', data: { campaignId: 'c2', before: raised } },
    ];
    given(goalAdded, added, ...other)
      .when(remove)
      .thenFollows(deleted);
  });

  it('leaves its last facts behind, with those of its goal', () => {
    const decider = campaignDecider('c1');
    const outcome = { campaignId: 'c1', campaign: raised, entryDate, goal };
    expect(decider.outcome(stateAfter(decider, goalAdded, added, edited))).toEqual(outcome);
    expect(decider.outcome(stateAfter(decider, goalAdded, added, edited, deleted))).toEqual(outcome);
  });

  it('is deleted when no employee works on it', () => {
    given(goalAdded, added).when(remove).thenFollows(deleted);
  });

  it('cannot be deleted while an employee works on it', () => {
    given(goalAdded, added, hired).when(remove).thenRejected('campaignHasEmployees');
    const elsewhere = { ...person, campaignId: 'c2' };
    const away: OrganizationEvent = {
      type: 'EmployeeAdded',
      data: { employeeId: 'e2', employee: elsewhere },
    };
    const came: OrganizationEvent = {
      type: 'EmployeeEdited',
      data: { employeeId: 'e2', before: elsewhere, after: person },
    };
    const left: OrganizationEvent = {
      type: 'EmployeeEdited',
      data: { employeeId: 'e1', before: person, after: elsewhere },
    };
    given(goalAdded, added, away, came).when(remove).thenRejected('campaignHasEmployees');
    given(goalAdded, added, hired, left).when(remove).thenFollows(deleted);
  });

  it('can be deleted again once its employees are deleted', () => {
    const fired: OrganizationEvent = { type: 'EmployeeDeleted', data: { employeeId: 'e1', before: person } };
    given(goalAdded, added, hired, fired).when(remove).thenFollows(deleted);
  });

  it('cannot be changed when it is missing or deleted', () => {
    given(goalAdded).when(edit(full)).thenRejected('noSuchCampaign');
    given(goalAdded, added, deleted).when(edit(full)).thenRejected('noSuchCampaign');
    given(goalAdded, added, deleted).when(remove).thenRejected('noSuchCampaign');
  });
});
