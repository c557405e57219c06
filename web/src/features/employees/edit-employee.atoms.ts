import { atom } from 'jotai';
import {
  type EmployeeDetails,
  editEmployee,
  getEmployeeById,
  type ListedEmployee,
} from '#contracts/endpoints/employees.endpoints.ts';
import { createEdit } from '../../kit/forms/edit.atoms.ts';
import { employeeAtom, loadSessionAtom } from '../../kit/session/session.atoms.ts';
import {
  EMPTY_EMPLOYEE,
  type EmployeeDraft,
  fieldsOfEmployee,
  problemOfEmployee,
  trimmed,
} from './employee-form.atoms.ts';
import { employeeOfPageAtom } from './employees.atoms.ts';

export function draftOf(employee: EmployeeDetails): EmployeeDraft {
  const { default_shift_duration: hours } = employee;
  return {
    firstName: employee.first_name,
    lastName: employee.last_name,
    username: employee.email,
    password: '',
    employeeRole: employee.employee_role,
    campaignId: employee.campaign_id ?? '',
    employeeNumber: employee.employee_number,
    shiftDuration: hours === 'N/A' ? '' : String(hours),
    managerId: employee.manger_id ?? '',
  };
}

/** The form for the employee of the page. */
export function createEmployeeEdit(id: string) {
  return createEdit<EmployeeDraft, typeof editEmployee>({
    row: (get) => {
      const employee = get(employeeOfPageAtom);
      return employee ? draftOf(employee) : EMPTY_EMPLOYEE;
    },
    ask: async (api) => {
      const answer = await api.call(getEmployeeById, { params: { id } });
      if (!answer.ok) return answer.error === 'noSuchEmployee' ? null : undefined;
      const employee = answer.reply.requestedData.at(-1);
      return employee && draftOf(employee);
    },
    missing: 'noSuchEmployee',
    check: (draft) => problemOfEmployee(draft, { isNew: false }),
    send: (api, changed, idempotencyKey, _get, { employeeRole, campaignId }) => {
      const { password: _none, ...body } = trimmed(changed);
      // The API requires these two in every edit.
      return api.call(editEmployee, {
        params: { id },
        body: { ...body, employeeRole, campaignId },
        idempotencyKey,
      });
    },
    fieldsOf: fieldsOfEmployee,
    failure: 'failedEdit',
    success: 'updated',
  });
}

/** The fields of this employee that a manager may not change: the server would refuse it. */
export const lockedFieldsAtom = atom((get): readonly (keyof EmployeeDraft)[] => {
  const employee = get(employeeOfPageAtom);
  const me = get(employeeAtom);
  const isOthers = employee?.id !== me.id && me.employee_type !== 'super employee';
  return [
    ...(employee?.employee_type === 'super employee' ? ['employeeRole' as const] : []),
    ...(employee?.id === me.id || (employee?.employee_role === 'manager' && isOthers)
      ? ['username' as const]
      : []),
  ];
});

/** Why the email cannot be changed, or what becomes of a change. */
export const emailHintAtom = atom((get): string | undefined => {
  const employee = get(employeeOfPageAtom);
  if (employee?.id === get(employeeAtom).id) return 'Change your own email in My Profile.';
  if (get(lockedFieldsAtom).includes('username')) return 'Only the super employee changes this email.';
  if (employee?.pending_email === undefined)
    return 'A new email counts once its reader has confirmed it by the link that we mail there.';
  return `${employee.pending_email} is not confirmed yet: we mailed a link there.`;
});

const owesFollowingAtom = atom(false);

/**
 * After managers edit themselves the shell follows: its greeting and their permissions. A person who gave up the
 * manager role first reads that the edit was saved, since this screen then becomes restricted. False in that case.
 */
export const followOwnEditAtom = atom(null, (get, set, edited: ListedEmployee | undefined): boolean => {
  if (edited?.id !== get(employeeAtom).id) return true;
  const staysManager = edited.employee_role === 'manager';
  if (staysManager) void set(loadSessionAtom);
  else set(owesFollowingAtom, true);
  return staysManager;
});

/** The screen is left: updates the shell if that is still to be done. */
export const leaveEditAtom = atom(null, (get, set) => {
  if (!get(owesFollowingAtom)) return;
  set(owesFollowingAtom, false);
  void set(loadSessionAtom);
});
