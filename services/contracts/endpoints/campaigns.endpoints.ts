import { type Static, Type } from 'typebox';
import { ListedEmployee } from './employees.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { done, Id, listOf, NumberOrText, namePageFields, ShortText } from './fields.ts';

export const Campaign = Type.Object({
  campaign_id: Type.String(),
  campaign_name: Type.String(),
  commission: Type.Number({ description: 'percent' }),
  tax: Type.Number({ description: 'percent' }),
  hourly_sales: Type.Number(),
  hourly_decisions: Type.Number(),
  goal_id: Type.String(),
  goal_name: Type.String(),
  entry_date: Type.String(),
  rates_since: Type.Optional(
    Type.String({ description: 'in lists: when tax and commission became what they are' }),
  ),
});
export type Campaign = Static<typeof Campaign>;

const tag = 'Campaigns';
const campaignFields = {
  name: Type.Optional(ShortText),
  commission: Type.Optional(NumberOrText),
  tax: Type.Optional(NumberOrText),
  goalId: Type.Optional(Type.String({ maxLength: 64 })),
  goalName: Type.Optional(Type.String({ description: 'not used' })),
};

export const getAllCampaigns = endpoint({
  method: 'GET',
  path: '/campaigns/getcampaigns/all',
  summary: 'All campaigns of the company, by name',
  tag,
  asOf: true,
  query: Type.Object(namePageFields),
  reply: listOf(Campaign),
  onInvalidInput: 'failedFetch',
});

export const getEmployeesOfCampaign = endpoint({
  method: 'GET',
  path: '/campaigns/getemployees/{id}',
  summary: 'Who works on a campaign, by name',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object(namePageFields),
  reply: listOf(ListedEmployee),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchCampaign'],
});

export const addCampaign = endpoint({
  method: 'POST',
  path: '/campaigns/addcampaign',
  summary: 'Add a campaign to a goal',
  tag,
  body: Type.Object(campaignFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(Campaign) }),
  onInvalidInput: 'failedAdd',
  refusals: ['incompleteFields', 'invalidPercent', 'goalNeededFirst', 'noSuchGoal'],
});

export const editCampaign = endpoint({
  method: 'PATCH',
  path: '/campaigns/editcampaign/{id}',
  summary: 'Edit a campaign; what is not sent stays, and recorded sales keep their rates',
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Object(campaignFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(Campaign) }),
  onInvalidInput: 'failedEdit',
  refusals: ['incompleteFields', 'invalidPercent', 'noSuchGoal', 'noSuchCampaign'],
});

export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/campaigns/delete/{id}',
  summary: 'Delete a campaign that nobody works on; its sales stay',
  tag,
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'couldNotDeleteCampaign',
  refusals: ['noSuchCampaign', 'campaignHasEmployees'],
});
