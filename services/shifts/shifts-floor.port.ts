/** Who works in a company and for how long a shift is meant to last. */
export type ShiftsFloor = {
  /** As of now, deleted employees left out. Use the answer at once. */
  find(companyId: string): Promise<{
    /** `shiftDuration`: standing duration of new shifts in hours, 0 to 9; null until somebody sets it. */
    employee(employeeId: string): { readonly shiftDuration: number | null } | undefined;
  }>;
};
