import { expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { createPayers } from './payers.fold.ts';

const sue: EmployeeFacts = {
  firstName: 'Sue',
  lastName: 'Chef',
  email: 'sue@example.com',
  employeeNumber: '1',
  role: 'manager',
  type: 'super employee',
  managerId: null,
  campaignId: null,
  shiftDuration: null,
};
const ada: EmployeeFacts = { ...sue, firstName: 'Ada', email: 'ada@example.com', type: 'employee' };
const registered: DomainEvent = {
  type: 'CompanyRegistered',
  data: { name: 'Acme', employeeCount: '21-50', superEmployeeId: 'sue' },
};
const hired = (employeeId: string, employee: EmployeeFacts): DomainEvent => ({
  type: 'EmployeeAdded',
  data: { employeeId, employee },
});

function companyWith() {
  const store = createMemoryEventStore();
  const write = (stream: string) => (event: DomainEvent) =>
    store.append(stream, newEvents(contextOf('acme'), [event]), 'any');
  return {
    ...createPayers({ store }),
    ofCompany: write(streams.company('acme')),
    ofStaff: write(streams.organization('acme')),
  };
}

it('the payer is the super employee of the registered company, as edited last', async () => {
  const { payerOf, ofCompany, ofStaff } = companyWith();
  expect(await payerOf('acme')).toBeNull();
  await ofCompany(registered);
  expect(await payerOf('acme')).toBeNull();
  await ofStaff(hired('ada', ada));
  await ofStaff(hired('sue', sue));
  const payer = {
    companyName: 'Acme',
    employeeId: 'sue',
    firstName: 'Sue',
    lastName: 'Chef',
    email: sue.email,
  };
  expect(await payerOf('acme')).toEqual(payer);
  const after = { ...sue, email: 'sue@new.example' };
  await ofStaff({ type: 'EmployeeEdited', data: { employeeId: 'sue', before: sue, after } });
  expect(await payerOf('acme')).toEqual({ ...payer, email: 'sue@new.example' });
});

const at = '2026-11-22T00:00:00.000Z';
it.each<DomainEvent>([
  { type: 'CompanyExpired', data: { expiredAt: at } },
  { type: 'CompanyTerminated', data: { terminatedAt: at } },
])('a company has no payer after its end: $type', async (end) => {
  const { payerOf, ofCompany, ofStaff } = companyWith();
  await ofStaff(hired('sue', sue));
  await ofCompany(end);
  expect(await payerOf('acme')).toBeNull();
  await ofCompany(registered);
  expect(await payerOf('acme')).not.toBeNull();
  await ofCompany(end);
  expect(await payerOf('acme')).toBeNull();
});

it('seats are the employees, since the event that changed their number last', async () => {
  const { seatsOf, ofStaff } = companyWith();
  expect(await seatsOf('acme')).toEqual({ count: 0, since: 0 });
  await ofStaff(hired('sue', sue));
  await ofStaff(hired('ada', ada));
  expect(await seatsOf('acme')).toEqual({ count: 2, since: 2 });
  await ofStaff({ type: 'EmployeeEdited', data: { employeeId: 'ada', before: ada, after: ada } });
  expect(await seatsOf('acme')).toEqual({ count: 2, since: 2 });
  await ofStaff({ type: 'EmployeeDeleted', data: { employeeId: 'ada', before: ada } });
  expect(await seatsOf('acme')).toEqual({ count: 1, since: 4 });
});
