import type { Queries } from '#projections/all.queries.ts';

export type ExportNameQueries = Pick<Queries, 'companyAccount' | 'namesOf'>;

export async function companyName(queries: ExportNameQueries, companyId: string): Promise<string> {
  return (await queries.companyAccount(companyId))?.name ?? '';
}

/** Undefined: the company never had an employee with this id. */
export async function employeeName(
  queries: ExportNameQueries,
  companyId: string,
  employeeId: string,
): Promise<string | undefined> {
  const [found] = await queries.namesOf(companyId, [employeeId]);
  return found && `${found.first_name} ${found.last_name}`;
}
