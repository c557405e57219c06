import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

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
});
export type Campaign = Static<typeof Campaign>;

export const getAllCampaigns = endpoint({
  method: 'GET',
  path: '/campaigns/getcampaigns/all',
  summary: 'All campaigns of the company, by name',
  tag: 'Campaigns',
  access: 'employee',
  reply: Type.Object({ requestedData: Type.Array(Campaign) }),
  misfit: 'malformed',
});
