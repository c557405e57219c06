import type { AccessRole, AccessRule } from '#contracts/endpoints/access-table.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Principal } from '../principal.ts';

/**
 * Whether `caller` may call at all what `rule` is of; the refusal, or null when he may. `id` is whom the path
 * or the query names, unchecked as yet; only a right to oneself looks at it. Whether what a call names belongs
 * to the company is the handler's to say.
 */
export function refusedAccess(rule: AccessRule, caller: Principal | null, id: unknown): MessageCode | null {
  if (rule.rights.nobody === 'allowed') return null;
  if (!caller) return 'notLoggedIn';
  if (!caller.subscriptionIsActive && !rule.answersInactive) return 'subscriptionInactive';
  switch (rule.rights[accessRole(caller)]) {
    case 'allowed':
    case 'own':
      return null;
    case 'self':
      return id === caller.employeeId ? null : rule.refusal;
    case 'refused':
      return rule.refusal;
  }
}

function accessRole(caller: Principal): Exclude<AccessRole, 'nobody'> {
  if (caller.type === 'super employee') return 'super employee';
  return caller.role === 'manager' ? 'manager' : 'associate';
}
