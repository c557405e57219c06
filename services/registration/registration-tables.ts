import type { ColumnType } from 'kysely';

/** Written as Date, read as UTC ISO-8601 text. */
type Instant = ColumnType<string, Date, Date>;

/** Tables of migration 043. */
export type RegistrationTables = {
  registrations: {
    company_id: string;
    email: string;
    first_name: string;
    last_name: string;
    company_name: string;
    employee_count: string;
    password_hash: string;
    registered_at: Instant;
  };
  registration_tickets: {
    token_hash: Buffer;
    company_id: string;
    email: string;
    proven: boolean;
    expires_at: Instant;
  };
  company_names: { name: string; company_id: string; claimed_at: Instant };
};
