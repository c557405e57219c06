import { expect } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';

/**
 * Checks the goals, campaigns and employees of a company. At every moment of its history each campaign must have its
 * goal, and each employee with a campaign that campaign.
 */
export async function organizationOf(store: Pick<EventStore, 'read'>, companyId: string) {
  const goals = new Set<string>();
  const campaigns = new Map<string, string>();
  const employees = new Map<string, string | null>();
  const broken: string[] = [];
  for (const event of (await store.read(streams.organization(companyId))).map(decodeEvent)) {
    if (event.type === 'GoalAdded') goals.add(event.data.goalId);
    if (event.type === 'GoalDeleted') goals.delete(event.data.goalId);
    if (event.type === 'CampaignAdded') campaigns.set(event.data.campaignId, event.data.campaign.goalId);
    if (event.type === 'CampaignEdited') campaigns.set(event.data.campaignId, event.data.after.goalId);
    if (event.type === 'CampaignDeleted') campaigns.delete(event.data.campaignId);
    if (event.type === 'EmployeeAdded') employees.set(event.data.employeeId, event.data.employee.campaignId);
    if (event.type === 'EmployeeEdited') employees.set(event.data.employeeId, event.data.after.campaignId);
    if (event.type === 'EmployeeDeleted') employees.delete(event.data.employeeId);
    const isWhole =
      [...campaigns.values()].every((goalId) => goals.has(goalId)) &&
      [...employees.values()].every((campaignId) => campaignId === null || campaigns.has(campaignId));
    if (!isWhole) broken.push(`${event.type} at revision ${event.revision}`);
  }
  expect(broken).toEqual([]);
  return { goals, campaigns, employees };
}
