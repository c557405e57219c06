import { expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { createCommandDeps, newEvents } from '#platform/commands/command-handler.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { createEmployeesCommands } from './employees.commands.ts';

it('an employee has the email of the last edit, and none before they come and after they leave', async () => {
  const store = createMemoryEventStore();
  const { emailOf } = createEmployeesCommands(createCommandDeps(store));
  const ada: EmployeeFacts = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', employeeNumber: '7' },
    ...{ role: 'sales associate', type: 'employee', managerId: null, campaignId: 'c1', shiftDuration: null },
  };
  const moved = { ...ada, email: 'ada@new.example' };
  const steps: readonly (readonly [OrganizationEvent, string | null])[] = [
    [{ type: 'EmployeeAdded', data: { employeeId: 'ada', employee: ada } }, 'ada@example.com'],
    [{ type: 'EmployeeEdited', data: { employeeId: 'ada', before: ada, after: moved } }, 'ada@new.example'],
    [{ type: 'EmployeeDeleted', data: { employeeId: 'ada', before: moved } }, null],
  ];
  const person = { companyId: 'acme', employeeId: 'ada' };
  expect(await emailOf(person)).toBeNull();
  for (const [event, email] of steps) {
    await store.append(streams.organization('acme'), newEvents(contextOf('acme'), [event]), 'any');
    expect(await emailOf(person)).toBe(email);
    expect(await emailOf({ ...person, companyId: 'other' })).toBeNull();
  }
});
