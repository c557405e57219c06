import { expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { createCompanyLookup } from './company-lookup.fold.ts';

const stream = streams.organization('acme');
const spring = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const raised = { ...spring, commissionPercent: 12 };
const ada: EmployeeFacts = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', employeeNumber: '7' },
  ...{ role: 'sales associate', type: 'employee', managerId: null, campaignId: 'c1', shiftDuration: 8 },
};
const shorter = { ...ada, shiftDuration: 4 };

function company() {
  const store = createMemoryEventStore();
  return {
    ...createCompanyLookup({ store }),
    add: (event: OrganizationEvent) => store.append(stream, newEvents(contextOf('acme'), [event]), 'any'),
  };
}

it('a company without events has neither campaigns nor employees, and no condition', async () => {
  const { find, known } = company();
  expect(known('acme')).toBeUndefined();
  const facts = await find('acme');
  expect([facts.campaign('c1'), facts.employee('ada'), facts.condition]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('campaigns and employees are found as they are now, until they are deleted', async () => {
  const { find, add } = company();
  const found = async () => {
    const facts = await find('acme');
    return [facts.campaign('c1'), facts.employee('ada'), facts.condition];
  };
  const upTo = (revision: number) => ({ stream, revision });
  await add({ type: 'CampaignAdded', data: { campaignId: 'c1', entryDate: '2026-11-20', campaign: spring } });
  expect(await found()).toEqual([spring, undefined, upTo(0)]);
  await add({ type: 'EmployeeAdded', data: { employeeId: 'ada', employee: ada } });
  expect(await found()).toEqual([spring, { shiftDuration: 8 }, upTo(1)]);
  await add({ type: 'CampaignEdited', data: { campaignId: 'c1', before: spring, after: raised } });
  expect(await found()).toEqual([raised, { shiftDuration: 8 }, upTo(2)]);
  await add({ type: 'EmployeeEdited', data: { employeeId: 'ada', before: ada, after: shorter } });
  expect(await found()).toEqual([raised, { shiftDuration: 4 }, upTo(3)]);
  await add({ type: 'CampaignDeleted', data: { campaignId: 'c1', before: raised } });
  expect(await found()).toEqual([undefined, { shiftDuration: 4 }, upTo(4)]);
  await add({ type: 'EmployeeDeleted', data: { employeeId: 'ada', before: shorter } });
  expect(await found()).toEqual([undefined, undefined, upTo(5)]);
});

it('what is known is what was found last', async () => {
  const { find, known, add } = company();
  await add({ type: 'EmployeeAdded', data: { employeeId: 'ada', employee: ada } });
  await find('acme');
  await add({ type: 'EmployeeDeleted', data: { employeeId: 'ada', before: ada } });
  expect(known('acme')?.employee('ada')).toEqual({ shiftDuration: 8 });
  expect(known('acme')?.condition).toEqual({ stream, revision: 0 });
});
