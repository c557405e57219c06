/** The employees of a company with the default duration of their shifts. */
export type EmployeeLookup = {
  /** The current state without deleted employees. Use the answer at once. */
  find(companyId: string): Promise<{
    /** `shiftDuration`: default duration of new shifts in hours, 0 to 9; null until it is set. */
    employee(employeeId: string): { readonly shiftDuration: number | null } | undefined;
  }>;
};
