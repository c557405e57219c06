import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import {
  addedEmployeesAtom,
  EMPTY_EMPLOYEE,
  type EmployeeDraft,
  generatePasswordAtom,
  newEmployeeForm,
} from './employee-form.atoms.ts';

const grace: Partial<EmployeeDraft> = {
  firstName: ' Grace ',
  lastName: 'Hopper',
  username: ' grace@hopper.test ',
  password: ' sails well ',
  employeeRole: 'sales associate',
  campaignId: 'solar',
  employeeNumber: ' N-9 ',
  shiftDuration: '8',
};

function formWith(...answers: ReturnType<typeof replied>[]) {
  const store = createStore();
  const added = { id: 'e9', first_name: 'Grace', last_name: 'Hopper', email: 'grace@hopper.test' };
  const api = createFakeApi({
    '/employees/addemployee': () =>
      answers.shift() ?? replied({ message: messages.employeeAdded, requestedData: [added] }),
  });
  store.set(apiAtom, api);
  return { store, api, added };
}

describe('before anything is sent', () => {
  test.each([
    ['an empty form', EMPTY_EMPLOYEE, 'roleOrCampaignEmpty', 5],
    ['no role', { ...grace, employeeRole: '' }, 'roleOrCampaignEmpty', ['employeeRole']],
    ['no campaign', { ...grace, campaignId: '' }, 'roleOrCampaignEmpty', ['campaignId']],
    ['no name', { ...grace, firstName: '  ' }, 'incompleteFields', ['firstName']],
    ['half an email', { ...grace, username: 'grace@' }, 'invalidEmail', ['username']],
    ['a short password', { ...grace, password: '1234567' }, 'tooShort', ['password']],
    ['a long password', { ...grace, password: 'x'.repeat(129) }, 'tooLong', ['password']],
    ['half an hour', { ...grace, shiftDuration: '½' }, 'invalidDuration', ['shiftDuration']],
  ] as const)('%s is told and marked', { tags: ['spec-2.60'] }, async (_what, draft, error, fields) => {
    const { store, api } = formWith();
    store.set(newEmployeeForm.typeAtom, draft);
    expect(await store.set(newEmployeeForm.submitAtom)).toBeNull();
    expect(store.get(newEmployeeForm.alertAtom)).toEqual({ isError: true, messages: [messages[error]] });
    const refusedFields = store.get(newEmployeeForm.refusedAtom);
    if (typeof fields === 'number') expect(refusedFields).toHaveLength(fields);
    else expect(refusedFields).toEqual(fields);
    expect(api.sent).toEqual([]);
  });
});

describe('adding', () => {
  test('sends trimmed texts, then empties the form and stays on the screen', {
    tags: ['spec-4.10'],
  }, async () => {
    const { store, api, added } = formWith();
    store.set(newEmployeeForm.typeAtom, grace);
    expect(await store.set(newEmployeeForm.submitAtom)).not.toBeNull();
    expect(api.sent[0]?.body).toEqual({
      firstName: 'Grace',
      lastName: 'Hopper',
      username: 'grace@hopper.test',
      password: ' sails well ',
      employeeRole: 'sales associate',
      campaignId: 'solar',
      employeeNumber: 'N-9',
      shiftDuration: '8',
      managerId: '',
    });
    expect(store.get(newEmployeeForm.draftAtom)).toEqual(EMPTY_EMPLOYEE);
    expect(store.get(newEmployeeForm.alertAtom)).toEqual({
      isError: false,
      messages: ['Employee added successFully'],
    });
    expect(store.get(addedEmployeesAtom)).toEqual([{ employee: added, password: null }]);
  });

  test('a generated password has ten letters and digits, and is kept so that the manager can pass it on', {
    tags: ['spec-5.35', 'spec-9.12'],
  }, async () => {
    const { store, added } = formWith();
    store.set(newEmployeeForm.typeAtom, grace);
    store.set(generatePasswordAtom);
    const { password } = store.get(newEmployeeForm.draftAtom);
    expect(password).toMatch(/^[A-Za-z0-9]{10}$/);
    store.set(generatePasswordAtom);
    const other = store.get(newEmployeeForm.draftAtom).password;
    expect(other).not.toBe(password);
    await store.set(newEmployeeForm.submitAtom);
    expect(store.get(addedEmployeesAtom)).toEqual([{ employee: added, password: other }]);
  });

  test.each([
    ['emailTaken', 'username'],
    ['restricted', 'username'],
    ['commonPassword', 'password'],
    ['noSuchCampaign', 'campaignId'],
    ['noSuchManager', 'managerId'],
    ['invalidRole', 'employeeRole'],
    ['superEmployeeIsManager', 'employeeRole'],
  ] as const)(
    '%s is about the field %s; everything typed stays',
    { tags: ['spec-8.27'] },
    async (error, field) => {
      const { store } = formWith(refused(400, error));
      store.set(newEmployeeForm.typeAtom, grace);
      expect(await store.set(newEmployeeForm.submitAtom)).toBeNull();
      expect(store.get(newEmployeeForm.refusedAtom)).toEqual([field]);
      expect(store.get(newEmployeeForm.draftAtom)).toEqual({ ...EMPTY_EMPLOYEE, ...grace });
      expect(store.get(newEmployeeForm.alertAtom).messages).toEqual([messages[error], messages.failedAdd]);
      expect(store.get(addedEmployeesAtom)).toEqual([]);
    },
  );
});
