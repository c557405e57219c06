import { rejected } from '#contracts/result.ts';
import { isManager, type Principal } from '../principal.ts';
import type { Answer } from './call.ts';

/**
 * Reads what is the caller's own, or of the employee of the company that a manager names; a former one, too. Refused as
 * `restricted` for others, as `noSuchEmployee` for an unknown one.
 */
export async function ofWhom<Reply>(
  caller: Principal,
  named: string | undefined,
  queries: { readonly wasEverEmployee: (companyId: string, employeeId: string) => Promise<boolean> },
  read: (employeeId: string) => Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  if (named === undefined || named === caller.employeeId) return read(caller.employeeId);
  if (!isManager(caller)) return rejected('restricted');
  return (await queries.wasEverEmployee(caller.companyId, named)) ? read(named) : rejected('noSuchEmployee');
}
