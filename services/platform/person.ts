/** The two ids that identify an employee. */
export type Person = { readonly companyId: string; readonly employeeId: string };
