import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import { paths } from '../paths.ts';

/** The role that a screen or a menu entry requires; without one every signed-in person may see it. */
export type RequiredRole = 'manager' | 'super employee';

export function hasRole(
  employee: Pick<Employee, 'employee_role' | 'employee_type'>,
  need: RequiredRole,
): boolean {
  return need === 'manager' ? employee.employee_role === need : employee.employee_type === need;
}

/** Whether a person may see the access history of another one, or the own. */
export function maySeeAccess(
  of: Pick<Employee, 'id' | 'employee_role'>,
  viewer: Pick<Employee, 'id' | 'employee_role' | 'employee_type'>,
): boolean {
  if (of.id === viewer.id || hasRole(viewer, 'super employee')) return true;
  return hasRole(viewer, 'manager') && of.employee_role === 'sales associate';
}

/** The pages on which a company renews its subscription. */
const TO_PAY_AGAIN = [paths.companyProfile, paths.updateSubscription.replace(':id', '')];

type SignedIn = {
  readonly employee: Pick<Employee, 'employee_role' | 'employee_type'>;
  readonly subscriptionIsActive: boolean;
  readonly factorNeeded?: true;
};

/** The redirect from `pathname` because of the company's subscription, or of a missing second factor; null for none. */
export function redirectFor(
  pathname: string,
  { employee, subscriptionIsActive, factorNeeded }: SignedIn,
): typeof paths.dashboard | typeof paths.subscriptionNotActive | typeof paths.secondFactor | null {
  const isToldSo = pathname === paths.subscriptionNotActive;
  if (subscriptionIsActive && factorNeeded)
    return pathname === paths.secondFactor ? null : paths.secondFactor;
  if (subscriptionIsActive) return isToldSo || pathname === paths.secondFactor ? paths.dashboard : null;
  if (isToldSo) return null;
  const paysAgain =
    hasRole(employee, 'super employee') && TO_PAY_AGAIN.some((start) => pathname.startsWith(start));
  return paysAgain ? null : paths.subscriptionNotActive;
}
