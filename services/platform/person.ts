/** An employee, by the two ids that name him everywhere. */
export type Person = { readonly companyId: string; readonly employeeId: string };
