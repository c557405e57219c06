import type { StoredEvent } from '#contracts/events/vocabulary.ts';

/** Every email that somebody of the company ever had, in lower case. */
export function addressesIn(structure: readonly StoredEvent[]): string[] {
  const addresses = new Set<string>();
  for (const { type, data } of structure) {
    if (type === 'EmployeeAdded') addresses.add(data.employee.email.toLowerCase());
    if (type === 'EmployeeEdited') addresses.add(data.after.email.toLowerCase());
  }
  return [...addresses];
}
