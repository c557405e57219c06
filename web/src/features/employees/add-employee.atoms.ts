import { atom } from 'jotai';
import { addEmployee, type ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { generatePassword } from '#contracts/password.ts';
import { createForm } from '../../kit/forms/form.atoms.ts';
import { EMPTY_EMPLOYEE, fieldsOfEmployee, problemOfEmployee, trimmed } from './employee-form.atoms.ts';

/** An employee who was just added; with the generated password, which the manager passes on, if there is one. */
export type AddedEmployee = { employee: ListedEmployee; password: string | null };

const generatedAtom = atom<string | null>(null);

/** Newest first; forgotten when the screen is left. */
export const addedEmployeesAtom = atom<readonly AddedEmployee[]>([]);

export const newEmployeeForm = createForm<typeof EMPTY_EMPLOYEE, typeof addEmployee>({
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
