import type { EmployeeRole, EmployeeType } from '#contracts/events/employee.events.ts';

/** Who is asking, as every route, socket and job run sees it. Never older than a second. */
export type Principal = {
  readonly sessionId: string;
  readonly employeeId: string;
  readonly companyId: string;
  readonly role: EmployeeRole;
  readonly type: EmployeeType;
  /** IANA zone sent at sign-in; decides what 'today' is for this person. */
  readonly timeZone: string;
  readonly subscriptionIsActive: boolean;
};

/** Resolves a session token (the cookie's value) to its principal; null when it is unknown or ended. */
export type Authenticate = (sessionToken: string) => Promise<Principal | null>;

export function isManager(principal: Principal): boolean {
  return principal.role === 'manager' || principal.type === 'super employee';
}
