import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { type Session, sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import {
  createEmployeeEdit,
  emailHintAtom,
  followOwnEditAtom,
  leaveEditAtom,
  lockedFieldsAtom,
} from './edit-employee.atoms.ts';
import { employeeIsMissingAtom, employeeQuery } from './employees.atoms.ts';

const manager = anEmployee({ id: 'boss', first_name: 'Marcus', employee_role: 'manager' });

function details(changed: Partial<EmployeeDetails> = {}): EmployeeDetails {
  const lists = { campaign_id: 'solar', campaign_name: 'Solar Roofs', goal_name: 'Steady' };
  return { ...anEmployee({ manger_id: 'boss' }), ...lists, default_shift_duration: 8, ...changed };
}

async function editOf(
  employee: EmployeeDetails,
  answer = (): ReturnType<typeof replied> =>
    replied({ message: messages.updated, requestedData: [employee] }),
) {
  const store = createStore();
  const server = { employee: employee as EmployeeDetails | null };
  const api = createFakeApi({
    '/employees/getemployee/{id}': () =>
      server.employee ? replied({ requestedData: [server.employee] }) : refused(404, 'noSuchEmployee'),
    '/employees/editemployee/{id}': answer,
    '/employees/getemployee': () =>
      replied({ requestedData: [{ ...manager, first_name: 'Mark' }], subscriptionIsActive: true }),
  });
  store.set(apiAtom, api);
  store.set(sessionAtom, { state: 'signed in', employee: manager, subscriptionIsActive: true });
  await store.set(employeeQuery.loadAtom, employee.id);
  const sent = () => api.sent.filter(({ path }) => path === '/employees/editemployee/{id}');
  return { store, server, edit: createEmployeeEdit(employee.id), sent };
}

describe('editing', () => {
  test('edits the duration of new shifts, whatever that of today is', async () => {
    const { store, edit, sent } = await editOf(details({ default_shift_duration: 7, shift_duration: 6 }));
    expect(store.get(edit.draftAtom).shiftDuration).toBe('7');
    store.set(edit.typeAtom, { shiftDuration: '6' });
    await store.set(edit.submitAtom);
    expect(sent().at(-1)?.body).toMatchObject({ shiftDuration: '6' });
  });

  test('starts with the stored values', { tags: ['spec-4.10'] }, async () => {
    const { store, edit } = await editOf(
      details({ default_shift_duration: 'N/A', shift_duration: 6, manger_id: null }),
    );
    expect(store.get(edit.draftAtom)).toEqual({
      firstName: 'Priya',
      lastName: 'Raman',
      username: 'priya@example.test',
      password: '',
      employeeRole: 'sales associate',
      campaignId: 'solar',
      employeeNumber: 'N-1',
      shiftDuration: '',
      managerId: '',
    });
  });

  test('sends the changed fields, and always role and campaign', async () => {
    const { store, edit, sent } = await editOf(details());
    store.set(edit.typeAtom, { lastName: ' Rao ' });
    expect(await store.set(edit.submitAtom)).not.toBeNull();
    expect(sent()).toMatchObject([
      {
        params: { id: 'e1' },
        body: { lastName: 'Rao', employeeRole: 'sales associate', campaignId: 'solar' },
      },
    ]);
    expect(Object.keys(sent()[0]?.body ?? {})).toHaveLength(3);
    expect(store.get(edit.alertAtom)).toEqual({
      isError: false,
      messages: ['Data updated successfully'],
    });
  });

  test('without a campaign it is not sent', async () => {
    const { store, edit, sent } = await editOf(details({ campaign_id: null, campaign_name: null }));
    store.set(edit.typeAtom, { lastName: 'Rao' });
    expect(await store.set(edit.submitAtom)).toBeNull();
    expect(store.get(edit.alertAtom).messages).toEqual(["Employee's role and/or campaign can not be empty"]);
    expect(store.get(edit.refusedAtom)).toEqual(['campaignId']);
    expect(sent()).toEqual([]);
  });

  test('an employee that was deleted meanwhile is reported as missing', async () => {
    const { store, server, edit, sent } = await editOf(details());
    store.set(edit.typeAtom, { lastName: 'Rao' });
    server.employee = null;
    expect(await store.set(edit.submitAtom)).toBeNull();
    expect(store.get(edit.alertAtom).messages).toEqual([messages.noSuchEmployee]);
    expect(sent()).toEqual([]);
    await store.set(employeeQuery.reloadAtom);
    expect(store.get(employeeIsMissingAtom)).toBe(true);
  });

  test('a refusal keeps the draft and says that the edit failed', { tags: ['spec-8.27'] }, async () => {
    const { store, edit } = await editOf(details(), () => refused(409, 'emailTaken'));
    store.set(edit.typeAtom, { username: 'other@example.test' });
    expect(await store.set(edit.submitAtom)).toBeNull();
    expect(store.get(edit.refusedAtom)).toEqual(['username']);
    expect(store.get(edit.alertAtom).messages).toEqual([messages.emailTaken, messages.failedEdit]);
    expect(store.get(edit.draftAtom).username).toBe('other@example.test');
  });
});

describe('the super employee', () => {
  test('stays a manager, and other managers cannot change the email', async () => {
    const owner = { employee_type: 'super employee', employee_role: 'manager' } as const;
    const { store } = await editOf(details(owner));
    expect(store.get(lockedFieldsAtom)).toEqual(['employeeRole', 'username']);
    const own = await editOf(details({ id: 'boss', ...owner }));
    expect(own.store.get(lockedFieldsAtom)).toEqual(['employeeRole', 'username']);
    expect(own.store.get(emailHintAtom)).toBe('Change your own email in My Profile.');
  });

  test('alone changes the email of another manager', async () => {
    const { store } = await editOf(details({ employee_role: 'manager' }));
    expect(store.get(lockedFieldsAtom)).toEqual(['username']);
    const owner = { ...manager, employee_type: 'super employee' } as const;
    store.set(sessionAtom, { state: 'signed in', employee: owner, subscriptionIsActive: true });
    expect(store.get(lockedFieldsAtom)).toEqual([]);
    const own = await editOf(details({ id: 'boss', employee_role: 'manager' }));
    expect(own.store.get(lockedFieldsAtom)).toEqual(['username']);
  });

  test('can be edited otherwise, and the role is sent as it is', async () => {
    const { store, edit, sent } = await editOf(
      details({ employee_type: 'super employee', employee_role: 'manager' }),
    );
    store.set(edit.typeAtom, { firstName: 'Susan' });
    expect(await store.set(edit.submitAtom)).not.toBeNull();
    expect(sent().at(-1)?.body).toMatchObject({ firstName: 'Susan', employeeRole: 'manager' });
  });

  test('other employees have no locked fields', async () => {
    const { store } = await editOf(details());
    expect(store.get(lockedFieldsAtom)).toEqual([]);
  });
});

describe('after an edit of oneself', () => {
  const nameIn = (session: Session) => session.state === 'signed in' && session.employee.first_name;

  test('the shell follows at once', async () => {
    const { store } = await editOf(details());
    expect(store.set(followOwnEditAtom, details({ id: 'boss', employee_role: 'manager' }))).toBe(true);
    await expect.poll(() => nameIn(store.get(sessionAtom))).toBe('Mark');
  });

  test('a manager who gave up the role reads that it was saved before the screen is locked', async () => {
    const { store } = await editOf(details());
    expect(store.set(followOwnEditAtom, details({ id: 'boss' }))).toBe(false);
    expect(nameIn(store.get(sessionAtom))).toBe('Marcus');
    store.set(leaveEditAtom);
    await expect.poll(() => nameIn(store.get(sessionAtom))).toBe('Mark');
  });

  test('an edit of another employee does not change the shell', async () => {
    const { store } = await editOf(details());
    expect(store.set(followOwnEditAtom, details())).toBe(true);
    store.set(leaveEditAtom);
    expect(nameIn(store.get(sessionAtom))).toBe('Marcus');
  });
});
