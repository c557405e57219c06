import { describe, it } from 'vitest';
import type { StructureEvent } from '#contracts/events/structure.events.ts';
import { specify } from '#tests/support/given-when-then.ts';
import { type GoalInput, goalDecider } from './goal.decider.ts';

const given = specify(goalDecider('g1'));
const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
const added: StructureEvent = { type: 'GoalAdded', data: { goalId: 'g1', entryDate: '2026-11-20', goal } };
const deleted: StructureEvent = { type: 'GoalDeleted', data: { goalId: 'g1', before: goal } };
const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const elsewhere = { ...campaign, goalId: 'g2' };
const campaignOnIt: StructureEvent = {
  type: 'CampaignAdded',
  data: { campaignId: 'c1', entryDate: '2026-11-20', campaign },
};

const add = (input: GoalInput) => ({ type: 'AddGoal', entryDate: '2026-11-20', input }) as const;
const edit = (input: GoalInput) => ({ type: 'EditGoal', input }) as const;
const remove = { type: 'DeleteGoal' } as const;

describe('a goal', () => {
  it('is added from what a form sends', () => {
    given()
      .when(add({ name: ' Steady ', hourlySales: '2', hourlyDecisions: '5' }))
      .thenFollows(added);
  });

  it('needs a name and hourly sales; decisions are 0 when they do not apply', () => {
    given()
      .when(add({ hourlySales: 2 }))
      .thenRefused('incompleteFields');
    given()
      .when(add({ name: 'Steady' }))
      .thenRefused('incompleteFields');
    given()
      .when(add({ name: 'Steady', hourlySales: '' }))
      .thenRefused('incompleteFields');
    const data = { goalId: 'g1', entryDate: '2026-11-20', goal: { ...goal, hourlyDecisions: 0 } };
    given()
      .when(add({ name: 'Steady', hourlySales: 2, hourlyDecisions: '' }))
      .thenFollows({ type: 'GoalAdded', data });
    given()
      .when(add({ name: 'Steady', hourlySales: 2 }))
      .thenFollows({ type: 'GoalAdded', data });
  });

  it('refuses numbers that are none, and text that cannot be stored', () => {
    given()
      .when(add({ name: 'Steady', hourlySales: -1 }))
      .thenRefused('invalidNumber');
    given()
      .when(add({ name: 'Steady', hourlySales: 2, hourlyDecisions: 'many' }))
      .thenRefused('invalidNumber');
    given()
      .when(add({ name: 'a\u0000', hourlySales: 2 }))
      .thenRefused('invalidText');
  });

  it('is edited in part', () => {
    const data = { goalId: 'g1', before: goal, after: { ...goal, hourlySales: 3 } };
    given(added)
      .when(edit({ hourlySales: 3 }))
      .thenFollows({ type: 'GoalEdited', data });
    given(added).when(edit({})).thenNothing();
    given(added)
      .when(edit({ name: '' }))
      .thenRefused('incompleteFields');
  });

  it('is deleted when no campaign stands on it', () => {
    given(added).when(remove).thenFollows(deleted);
  });

  it('stays while a campaign stands on it', () => {
    given(added, campaignOnIt).when(remove).thenRefused('goalHasCampaigns');
    const came: StructureEvent = {
      type: 'CampaignEdited',
      data: { campaignId: 'c2', before: elsewhere, after: campaign },
    };
    given(added, came).when(remove).thenRefused('goalHasCampaigns');
  });

  it('is free again when the campaign moved on or is deleted', () => {
    const left: StructureEvent = {
      type: 'CampaignEdited',
      data: { campaignId: 'c1', before: campaign, after: elsewhere },
    };
    const gone: StructureEvent = { type: 'CampaignDeleted', data: { campaignId: 'c1', before: campaign } };
    given(added, campaignOnIt, left).when(remove).thenFollows(deleted);
    given(added, campaignOnIt, gone).when(remove).thenFollows(deleted);
  });

  it('that is another one does not count', () => {
    const other: StructureEvent = {
      type: 'GoalAdded',
      data: { goalId: 'g2', entryDate: '2026-11-20', goal },
    };
    given(other).when(remove).thenRefused('noSuchGoal');
  });

  it('that is deleted cannot be changed', () => {
    given(added, deleted).when(remove).thenRefused('noSuchGoal');
    given(added, deleted)
      .when(edit({ name: 'x' }))
      .thenRefused('noSuchGoal');
  });
});
