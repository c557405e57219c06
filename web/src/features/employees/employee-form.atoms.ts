import { atom } from 'jotai';
import {
  addEmployee,
  type EmployeeDetails,
  type ListedEmployee,
} from '#contracts/endpoints/employees.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { checkPasswordLength, generatePassword } from '#contracts/password.ts';
import { readHours } from '#contracts/shift-hours.ts';
import { isEmail } from '#contracts/text.ts';
import { createForm, type Form, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { allEmployeesQuery, choiceOf } from '../../kit/queries/employees.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import type { Choice } from '../../ui/choices.ts';
import { fullName } from '../../ui/full-name.ts';

/** The content of the form, as typed; the fields have the names of the API. */
export type EmployeeDraft = {
  firstName: string;
  lastName: string;
  /** The email. */
  username: string;
  /** For a new employee only. */
  password: string;
  employeeRole: string;
  campaignId: string;
  employeeNumber: string;
  /** A digit, or empty for none. */
  shiftDuration: string;
  /** Empty in a new one: the person who adds the employee. */
  managerId: string;
};

/** A form for an employee, to add or to edit one. */
export type EmployeeForm<Reply = unknown> = Form<EmployeeDraft, Reply>;

export const EMPTY_EMPLOYEE: EmployeeDraft = {
  firstName: '',
  lastName: '',
  username: '',
  password: '',
  employeeRole: '',
  campaignId: '',
  employeeNumber: '',
  shiftDuration: '',
  managerId: '',
};

const REQUIRED = ['firstName', 'lastName', 'username', 'employeeRole', 'campaignId'] as const;

export function problemOfEmployee(
  draft: EmployeeDraft,
  { isNew }: { isNew: boolean },
): Problem<EmployeeDraft> | null {
  const missing = missingIn(draft, REQUIRED);
  if (missing.length > 0) {
    const isRoleOrCampaign = missing.includes('employeeRole') || missing.includes('campaignId');
    return { error: isRoleOrCampaign ? 'roleOrCampaignEmpty' : 'incompleteFields', fields: missing };
  }
  if (!isEmail(draft.username.trim())) return { error: 'invalidEmail', fields: ['username'] };
  const password = checkPasswordLength(draft.password);
  if (isNew && draft.password !== '' && !password.ok) return { error: password.code, fields: ['password'] };
  if (draft.shiftDuration !== '' && readHours(draft.shiftDuration) === null)
    return { error: 'invalidDuration', fields: ['shiftDuration'] };
  return null;
}

/** The fields that a refusal of the server concerns. */
export function fieldsOfEmployee(error: MessageCode, draft: EmployeeDraft): readonly (keyof EmployeeDraft)[] {
  switch (error) {
    case 'roleOrCampaignEmpty':
      return missingIn(draft, ['employeeRole', 'campaignId']);
    case 'incompleteFields':
      return missingIn(draft, REQUIRED);
    case 'invalidEmail':
    case 'emailTaken':
    case 'restricted':
      return ['username'];
    case 'tooShort':
    case 'tooLong':
    case 'commonPassword':
      return ['password'];
    case 'invalidRole':
    case 'superEmployeeIsManager':
      return ['employeeRole'];
    case 'noSuchCampaign':
      return ['campaignId'];
    case 'noSuchManager':
      return ['managerId'];
    case 'invalidDuration':
      return ['shiftDuration'];
    default:
      return [];
  }
}

/** Trimmed texts; a password stays exactly as typed. */
export function trimmed(draft: Partial<EmployeeDraft>): Partial<EmployeeDraft> {
  const trim = ([field, text]: [string, string]) => [field, field === 'password' ? text : text.trim()];
  return Object.fromEntries(Object.entries(draft).map(trim)) as Partial<EmployeeDraft>;
}

/** For a new employee: the person who adds them comes first. */
export const managersForNewAtom = atom((get): readonly Choice[] => {
  const me = get(employeeAtom);
  const others = get(managersAtom).filter(({ id }) => id !== me.id);
  return [{ id: '', name: `${fullName(me)} (you)` }, ...others];
});

/** For `employee`: every manager but the employee, and the current manager, also one who has lost the role. */
export function createManagersFor(employee: EmployeeDetails) {
  return atom((get): readonly Choice[] => {
    const managers = get(managersAtom).filter(({ id }) => id !== employee.id);
    const { manger_id } = employee;
    if (manger_id === null) return [{ id: '', name: 'No manager' }, ...managers];
    if (managers.some(({ id }) => id === manger_id)) return managers;
    const isLoaded = get(allEmployeesQuery.replyAtom) !== undefined;
    return [{ id: manger_id, name: isLoaded ? 'A former manager' : 'As before' }, ...managers];
  });
}

const managersAtom = atom((get): readonly Choice[] => {
  const me = get(employeeAtom);
  const everybody = get(allEmployeesQuery.replyAtom)?.requestedData ?? [];
  return everybody
    .filter(({ employee_role }) => employee_role === 'manager')
    .map(choiceOf)
    .map((manager) => (manager.id === me.id ? { ...manager, name: `${manager.name} (you)` } : manager));
});

/** An employee who was just added; with the generated password, which the manager passes on, if there is one. */
export type AddedEmployee = { employee: ListedEmployee; password: string | null };

const generatedAtom = atom<string | null>(null);

/** Newest first; forgotten when the screen is left. */
export const addedEmployeesAtom = atom<readonly AddedEmployee[]>([]);

export const newEmployeeForm = createForm<typeof EMPTY_EMPLOYEE, typeof addEmployee>({
  adds: { secret: 'password' },
  start: () => EMPTY_EMPLOYEE,
  check: (draft) => problemOfEmployee(draft, { isNew: true }),
  async send(api, draft, idempotencyKey, get, set) {
    const { password } = draft;
    const answer = await api.call(addEmployee, { body: trimmed(draft), idempotencyKey });
    const employee = answer.ok ? answer.reply.requestedData[0] : undefined;
    if (employee) {
      const handedOver = password === get(generatedAtom) ? password : null;
      set(addedEmployeesAtom, [{ employee, password: handedOver }, ...get(addedEmployeesAtom)]);
    }
    return answer;
  },
  fieldsOf: fieldsOfEmployee,
  failure: 'failedAdd',
  success: 'employeeAdded',
  next: () => EMPTY_EMPLOYEE,
});

/** Fills in a random password. */
export const generatePasswordAtom = atom(null, (_get, set) => {
  const password = generatePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
  set(generatedAtom, password);
  set(newEmployeeForm.typeAtom, { password });
});
