export const EMPLOYEE_ROLES = ['sales associate', 'manager'] as const;
export type EmployeeRole = (typeof EMPLOYEE_ROLES)[number];

/** A company has one super employee: its administrator. */
export const EMPLOYEE_TYPES = ['employee', 'super employee'] as const;
export type EmployeeType = (typeof EMPLOYEE_TYPES)[number];
