/**
 * Row-level security, as the program and the migrations know it: requests query with this role, which sees only the
 * rows of the company in this setting of its connection.
 */
export const READER_ROLE = 'tallyboard_reader';
export const COMPANY_SETTING = 'tallyboard.company_id';

/** Works for all companies, and can neither change the log, its seals and its archive nor any table itself. */
export const PROGRAM_ROLE = 'tallyboard_program';

/** User and password of a connection; nothing is encoded. */
export type Login = { readonly user: string; readonly password: string };
/** One of each role. */
export type Logins = { readonly [READER_ROLE]: Login; readonly [PROGRAM_ROLE]: Login };

/** For a table with the column company_id. It does not apply to the owner, by which the program projects and erases. */
export function tenantIsolation(table: string): string {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS own_company ON ${table}`,
    `CREATE POLICY own_company ON ${table} USING (company_id = current_setting('${COMPANY_SETTING}', true))`,
    ifProgramRole(`DROP POLICY IF EXISTS every_company ON ${table}; ${everyCompany(table)}`),
  ].join(';');
}

/** The role of the program sees the rows of all companies of a table with row-level security. */
export function everyCompany(table: string): string {
  return `CREATE POLICY every_company ON ${table} TO ${PROGRAM_ROLE} USING (true) WITH CHECK (true)`;
}

/** Statements that need the role of the program; nothing on a server without it. */
export function ifProgramRole(statements: string): string {
  return `DO $program$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${PROGRAM_ROLE}') THEN ${statements}; END IF; END $program$`;
}
