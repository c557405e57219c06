import { type Static, Type } from 'typebox';
import { Campaign } from './campaigns.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { done, Id, listOf, NumberOrText, namePageFields, ShortText } from './fields.ts';

export const Goal = Type.Object({
  id: Type.String(),
  name: Type.String(),
  hourly_sales: Type.Number(),
  hourly_decisions: Type.Number(),
  entry_date: Type.String(),
});
export type Goal = Static<typeof Goal>;

/** A campaign in the list of its goal, where the specification names its fields `id` and `name`. */
export const GoalCampaign = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ...Campaign.properties,
});
export type GoalCampaign = Static<typeof GoalCampaign>;

const tag = 'Goals';
const goalFields = {
  name: Type.Optional(ShortText),
  hourlySales: Type.Optional(NumberOrText),
  hourlyDecisions: Type.Optional(NumberOrText),
};

export const getAllGoals = endpoint({
  method: 'GET',
  path: '/goals/getgoals/all',
  summary: 'All goals of the company, by name',
  tag,
  asOf: true,
  query: Type.Object(namePageFields),
  reply: listOf(Goal),
  onInvalidInput: 'failedFetch',
});

export const getCampaignsOfGoal = endpoint({
  method: 'GET',
  path: '/goals/getcampaigns/{id}',
  summary: 'The campaigns that stand on a goal, by name',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object(namePageFields),
  reply: listOf(GoalCampaign),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchGoal'],
});

export const addGoal = endpoint({
  method: 'POST',
  path: '/goals/addgoal',
  summary: 'Add a goal; hourly decisions are 0 where they do not apply',
  tag,
  body: Type.Object(goalFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(Goal) }),
  onInvalidInput: 'failedAdd',
  refusals: ['incompleteFields', 'invalidNumber'],
});

export const editGoal = endpoint({
  method: 'PATCH',
  path: '/goals/editgoal/{id}',
  summary: 'Edit a goal; what is not sent stays',
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Object(goalFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(Goal) }),
  onInvalidInput: 'failedEdit',
  refusals: ['incompleteFields', 'invalidNumber', 'noSuchGoal'],
});

export const deleteGoal = endpoint({
  method: 'DELETE',
  path: '/goals/delete/{id}',
  summary: 'Delete a goal that no campaign stands on',
  tag,
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'couldNotDeleteGoal',
  refusals: ['noSuchGoal', 'goalHasCampaigns'],
});
