import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { isManager, type Principal } from '../principal.ts';

/**
 * Whether `caller` may call `endpoint` at all; the refusal, or null when he may. `id` is whom the path
 * or the query names, unchecked as yet; only `self or manager` looks at it. Whether that id belongs to the
 * company is the handler's to say.
 */
export function refusedAccess(endpoint: Endpoint, caller: Principal | null, id: unknown): MessageCode | null {
  if (endpoint.access === 'public') return null;
  if (!caller) return 'notLoggedIn';
  if (!caller.subscriptionIsActive && !endpoint.openToInactive) return 'subscriptionInactive';
  switch (endpoint.access) {
    case 'employee':
      return null;
    case 'self or manager':
      return id === caller.employeeId || isManager(caller) ? null : 'restricted';
    case 'manager':
      return isManager(caller) ? null : 'restricted';
    case 'super employee':
      return caller.type === 'super employee' ? null : 'restricted';
  }
}
