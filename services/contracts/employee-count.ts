/** How many employees a company says it has when it registers. */
export const EMPLOYEE_COUNT_RANGES = ['0-20', '21-50', '51-100', '101-500', '501-1000', '1000+'] as const;
export type EmployeeCountRange = (typeof EMPLOYEE_COUNT_RANGES)[number];
