import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import { paths } from '../routes/paths.ts';
import { meets } from './permissions.ts';

/** What a company without an active subscription needs to have one again. */
const TO_PAY_AGAIN = [paths.companyProfile, paths.updateSubscription.replace(':id', '')];

export type Worker = {
  readonly employee: Pick<Employee, 'employee_role' | 'employee_type'>;
  readonly subscriptionIsActive: boolean;
};

/** Where somebody is sent who is at `pathname`, because of the subscription of his company; null: he may stay. */
export function elsewhere(
  pathname: string,
  { employee, subscriptionIsActive }: Worker,
): typeof paths.dashboard | typeof paths.subscriptionNotActive | null {
  const isToldSo = pathname === paths.subscriptionNotActive;
  if (subscriptionIsActive) return isToldSo ? paths.dashboard : null;
  if (isToldSo) return null;
  const paysAgain =
    meets(employee, 'super employee') && TO_PAY_AGAIN.some((start) => pathname.startsWith(start));
  return paysAgain ? null : paths.subscriptionNotActive;
}
