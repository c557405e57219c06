/**
 * Row-level security, as the program and the migrations know it: requests query with this role, which sees only the
 * rows of the company in this setting of its connection.
 */
export const READER_ROLE = 'tallyboard_reader';
export const COMPANY_SETTING = 'tallyboard.company_id';

/** For a table with the column company_id. It does not apply to the owner, who projects and manages accounts. */
export function tenantIsolation(table: string): string {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS own_company ON ${table}`,
    `CREATE POLICY own_company ON ${table} USING (company_id = current_setting('${COMPANY_SETTING}', true))`,
  ].join(';');
}
