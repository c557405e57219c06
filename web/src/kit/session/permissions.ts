import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';

/** The role that a screen or a menu entry requires; without one every signed-in person may see it. */
export type RequiredRole = 'manager' | 'super employee';

export function hasRole(
  employee: Pick<Employee, 'employee_role' | 'employee_type'>,
  need: RequiredRole,
): boolean {
  return need === 'manager' ? employee.employee_role === need : employee.employee_type === need;
}
