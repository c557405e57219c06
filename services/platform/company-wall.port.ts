/**
 * The wall between companies inside Postgres, as both sides of it know it: what people ask is asked as this
 * role, which sees the rows of the company that this setting of its connection names, and no others.
 */
export const READER_ROLE = 'tallyboard_reader';
export const COMPANY_SETTING = 'tallyboard.company_id';

/** Of a table with the column company_id; owners, who fold and keep accounts, are not held up by it. */
export function wallOff(table: string): string {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS own_company ON ${table}`,
    `CREATE POLICY own_company ON ${table} USING (company_id = current_setting('${COMPANY_SETTING}', true))`,
  ].join(';');
}
