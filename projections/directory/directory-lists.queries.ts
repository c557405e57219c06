import type { Kysely } from 'kysely';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageByName } from '../paging.ts';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { type DirectoryEntry, entries, shown } from './directory.queries.ts';

/** Present employees of the company by first and last name, narrowed to a campaign or to a manager's team. */
export async function listEmployees(
  db: Kysely<ReadModels>,
  companyId: string,
  { campaignId, managerId }: { readonly campaignId?: string; readonly managerId?: string },
  wish: PageWish,
): Promise<Page<ListedEmployee>> {
  if (!canExist(companyId, campaignId ?? '', managerId ?? '')) return { rows: [], next: null };
  let query = entries(db, companyId);
  if (campaignId !== undefined) query = query.where('e.campaign_id', '=', campaignId);
  if (managerId !== undefined) query = query.where('e.manager_id', '=', managerId);
  const rows = (await query.execute()).map((row) => listed(shown(row)));
  return pageByName(rows, wish, ({ id, first_name, last_name }) => [`${first_name} ${last_name}`, id]);
}

function listed(entry: DirectoryEntry): ListedEmployee {
  return {
    id: entry.id,
    first_name: entry.firstName,
    last_name: entry.lastName,
    email: entry.email,
    employee_role: entry.role,
    employee_number: entry.employeeNumber,
    campaign_id: entry.campaignId,
    campaign_name: entry.campaignName,
    goal_name: entry.goalName,
  };
}
