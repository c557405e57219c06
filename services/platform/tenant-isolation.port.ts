/**
 * Row-level security, as the program and the migrations know it: requests query with this role, which sees only the
 * rows of the company in this setting of its connection.
 */
export const READER_ROLE = 'tallyboard_reader';
export const COMPANY_SETTING = 'tallyboard.company_id';

/** Works for all companies, and can neither change the log, its seals and its archive nor any table itself. */
export const PROGRAM_ROLE = 'tallyboard_program';
/** Appends to the log. */
export const APPENDER_ROLE = 'tallyboard_appender';
/** Writes the links and seals of the log. */
export const SEALER_ROLE = 'tallyboard_sealer';
/** Reads mails and sends them; the program only posts them. */
export const MAILER_ROLE = 'tallyboard_mailer';

export const DATABASE_ROLES = [READER_ROLE, PROGRAM_ROLE, APPENDER_ROLE, SEALER_ROLE, MAILER_ROLE] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

/** User and password of a connection; nothing is encoded. */
export type Login = { readonly user: string; readonly password: string };
/** One of each role. */
export type Logins = Readonly<Record<DatabaseRole, Login>>;

/** For a table with the column company_id. It does not apply to the owner, by which the program projects and erases. */
export function tenantIsolation(table: string): string {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS own_company ON ${table}`,
    `CREATE POLICY own_company ON ${table} USING (company_id = current_setting('${COMPANY_SETTING}', true))`,
    ifProgramRole(`DROP POLICY IF EXISTS every_company ON ${table}; ${everyCompany(table)}`),
  ].join(';');
}

/** A role that works for all companies sees the rows of each in a table with row-level security. */
export function everyCompany(table: string, role: DatabaseRole = PROGRAM_ROLE): string {
  const policy = role === PROGRAM_ROLE ? 'every_company' : `every_company_of_${role}`;
  return `CREATE POLICY ${policy} ON ${table} TO ${role} USING (true) WITH CHECK (true)`;
}

/** Statements that need the role of the program; nothing on a server without it. */
export function ifProgramRole(statements: string): string {
  return `DO $program$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${PROGRAM_ROLE}') THEN ${statements}; END IF; END $program$`;
}
