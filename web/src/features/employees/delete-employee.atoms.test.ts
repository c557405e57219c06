import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { createEmployeeDeletion, employeeQuery, mayDeleteAtom } from './employees.atoms.ts';

test.each([
  ['an employee', anEmployee({ id: 'e1' }), true],
  ['a former employee', { ...anEmployee({ id: 'e1' }), deleted_at: '2026-11-24T15:00:00.000Z' }, false],
  ['oneself', anEmployee({ id: 'me' }), false],
  ['the super employee', anEmployee({ id: 'e1', employee_type: 'super employee' }), false],
])('%s may be deleted: %s', async (_who, employee, may) => {
  const store = createStore();
  store.set(
    apiAtom,
    createFakeApi({ '/employees/getemployee/{id}': () => replied({ requestedData: [employee] }) }),
  );
  const me = anEmployee({ id: 'me', employee_role: 'manager' });
  store.set(sessionAtom, { state: 'signed in', employee: me, subscriptionIsActive: true });
  expect(store.get(mayDeleteAtom)).toBe(false);
  await store.set(employeeQuery.loadAtom, employee.id);
  expect(store.get(mayDeleteAtom)).toBe(may);
});

test.each([
  ['done', replied({ message: messages.employeeDeleted }), [messages.employeeDeleted]],
  ['refused', refused(404, 'noSuchEmployee'), [messages.noSuchEmployee, 'Could Not delete employee']],
  ['not answered', refused(0, 'unavailable'), [messages.unavailable]],
])('the messages when it is %s', { tags: ['spec-8.28'] }, async (_how, answer, shown) => {
  const store = createStore();
  const api = createFakeApi({ '/employees/delete/{id}': () => answer });
  store.set(apiAtom, api);
  const deletion = createEmployeeDeletion();
  expect(await store.set(deletion.deleteAtom, 'e1')).toBe(answer.ok);
  expect(store.get(deletion.alertAtom)).toEqual({ isError: !answer.ok, messages: shown });
  expect(api.sent[0]?.params).toEqual({ id: 'e1' });
});
