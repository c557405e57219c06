import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';

/** What a screen or a menu entry may ask of the person; without it everybody who is signed in may. */
export type Need = 'manager' | 'super employee';

export function meets(employee: Pick<Employee, 'employee_role' | 'employee_type'>, need: Need): boolean {
  return need === 'manager' ? employee.employee_role === need : employee.employee_type === need;
}
