import type { EmployeeRole, EmployeeType } from '#contracts/employee-kinds.ts';

/** The two ids that identify an employee. */
export type Person = { readonly companyId: string; readonly employeeId: string };

/** The signed-in employee who sends a request or opens a socket. Never older than a second. */
export type Principal = {
  readonly sessionId: string;
  readonly employeeId: string;
  readonly companyId: string;
  readonly role: EmployeeRole;
  readonly type: EmployeeType;
  /** IANA zone sent at sign-in; decides which date is today for this employee. */
  readonly timeZone: string;
  readonly subscriptionIsActive: boolean;
  /** The session first has to set up a second factor; see ADR 0056. */
  readonly needsFactor?: boolean;
};

/** Resolves a session token (the cookie's value) to its principal; null when it is unknown or ended. */
export type Authenticate = (sessionToken: string) => Promise<Principal | null>;

/** The zone of an employee's last sign-in; before the first one, `otherwise` (UTC by default). */
export type TimeZoneOf = (person: Person, otherwise?: string) => Promise<string>;

/**
 * The time zone of an employee: the caller's own comes with the session, any other one is looked up. Without a
 * first sign-in the zone is the caller's.
 */
export async function timeZoneFor(
  caller: Principal,
  employeeId: string,
  timeZoneOf: TimeZoneOf,
): Promise<string> {
  if (employeeId === caller.employeeId) return caller.timeZone;
  return timeZoneOf({ companyId: caller.companyId, employeeId }, caller.timeZone);
}

export function isManager(principal: Pick<Principal, 'role' | 'type'>): boolean {
  return principal.role === 'manager' || principal.type === 'super employee';
}
