import { atom } from 'jotai';
import { addEmployee, type ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { generatePassword } from '#contracts/password.ts';
import { createForm } from '../../app/forms/form.atoms.ts';
import { EMPTY_EMPLOYEE, fieldsOfEmployee, problemOfEmployee, trimmed } from './employee-form.atoms.ts';

/** Somebody who was added just now; the password is shown to be handed over, if it was not one that was typed. */
export type Newcomer = { employee: ListedEmployee; password: string | null };

const generatedAtom = atom<string | null>(null);

/** Newest first, as long as the screen stays: who leaves it has handed the passwords over. */
export const newcomersAtom = atom<readonly Newcomer[]>([]);

export const newEmployeeForm = createForm<typeof EMPTY_EMPLOYEE, typeof addEmployee>({
  start: () => EMPTY_EMPLOYEE,
  check: (draft) => problemOfEmployee(draft, { isNew: true }),
  async send(api, draft, idempotencyKey, get, set) {
    const { password } = draft;
    const answer = await api.call(addEmployee, { body: trimmed(draft), idempotencyKey });
    const employee = answer.ok ? answer.reply.requestedData[0] : undefined;
    if (employee) {
      const handedOver = password === get(generatedAtom) ? password : null;
      set(newcomersAtom, [{ employee, password: handedOver }, ...get(newcomersAtom)]);
    }
    return answer;
  },
  fieldsOf: fieldsOfEmployee,
  failure: 'failedAdd',
  success: 'employeeAdded',
  next: () => EMPTY_EMPLOYEE,
});

/** Puts a password into the form that nobody can guess. */
export const generatePasswordAtom = atom(null, (_get, set) => {
  const password = generatePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
  set(generatedAtom, password);
  set(newEmployeeForm.typeAtom, { password });
});
