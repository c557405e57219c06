import type { AccessRole, AccessRule } from '#contracts/endpoints/access-table.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Principal } from '../principal.ts';

/**
 * Checks whether `caller` may use an endpoint with this rule. `id` is the employee that the path or the query
 * names, not validated yet; only the right `self` looks at it. Handlers check whether an id belongs to the company.
 */
export function checkAccess(rule: AccessRule, caller: Principal | null, id: unknown): Result {
  if (rule.rights.nobody === 'allowed') return accepted();
  if (!caller) return rejected('notLoggedIn');
  if (!caller.subscriptionIsActive && !rule.answersInactive) return rejected('subscriptionInactive');
  switch (rule.rights[accessRole(caller)]) {
    case 'allowed':
    case 'own':
      return accepted();
    case 'self':
      return id === caller.employeeId ? accepted() : rejected(rule.refusal);
    case 'refused':
      return rejected(rule.refusal);
  }
}

function accessRole(caller: Principal): Exclude<AccessRole, 'nobody'> {
  if (caller.type === 'super employee') return 'super employee';
  return caller.role === 'manager' ? 'manager' : 'associate';
}
