import type { ColumnType, Generated, Kysely } from 'kysely';
import type { CodeFlow } from './codes.port.ts';

/** Written as Date, read as UTC ISO-8601 text. */
type Instant = ColumnType<string, Date, Date>;
type MaybeInstant = ColumnType<string | null, Date | null | undefined, Date | null>;

type EmailRow = {
  email: string;
  company_id: string;
  employee_id: string;
  claimed_at: Instant;
  settled: boolean;
};

/** Tables of the migrations with accounts, emails, codes, devices, passkeys, links and invitations. */
export type AuthTables = {
  accounts: {
    company_id: string;
    employee_id: string;
    password_hash: string | null;
    time_zone: string | null;
    created_at: Instant;
    /** Wrong passwords from strangers since the last sign-in or new password; at most 100. */
    guesses_in_a_row: Generated<number>;
    /** The password is a first one while it has this hash. */
    first_password_hash: string | null;
    first_password_ends_at: MaybeInstant;
  };
  emails: EmailRow & {
    /** Null: it goes to the first employee with a proof. */
    proven_at: MaybeInstant;
  };
  /** Employees whose email another one has. */
  waiting_emails: EmailRow & {
    /** When the other one proved it; null for one who came later. */
    lost_at: MaybeInstant;
  };
  account_rules: {
    company_id: string;
    own_passwords: boolean;
    managers_factor: ColumnType<boolean, boolean | undefined, boolean>;
  };
  sessions: {
    token_hash: Buffer;
    session_id: string;
    company_id: string;
    employee_id: string;
    time_zone: string;
    address: string;
    user_agent: string | null;
    created_at: Instant;
    last_seen_at: Instant;
    expires_at: Instant;
    revoked_at: ColumnType<string | null, Date | null, Date | null>;
    /** When this session proved again whose it is; null: not since it began. */
    proven_at: ColumnType<string | null, Date | null | undefined, Date | null>;
    /** The same for the last proof by a passkey, and its id. */
    passkey_proven_at: MaybeInstant;
    proven_passkey_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** Whether it first has to set up a second factor. */
    needs_factor: Generated<boolean>;
  };
  passkeys: {
    credential_id: Buffer;
    passkey_id: string;
    company_id: string;
    employee_id: string;
    public_key: Buffer;
    /** A bigint. */
    counter: ColumnType<string, number, number>;
    transports: string[];
    name: string;
    created_at: Instant;
    last_used_at: ColumnType<string | null, Date | null, Date | null>;
  };
  authenticators: {
    company_id: string;
    employee_id: string;
    secret: Buffer | null;
    offered: Buffer | null;
    /** A bigint. */
    last_step: ColumnType<string, number | undefined, number>;
    wrong_codes: Generated<number>;
    /** Since when the secret counts; null: longer than this is known. */
    created_at: MaybeInstant;
  };
  recovery_codes: { code_hash: Buffer; company_id: string; employee_id: string; created_at: MaybeInstant };
  second_steps: {
    token_hash: Buffer;
    company_id: string;
    employee_id: string;
    password_hash: string;
    expires_at: Instant;
  };
  passkey_challenges: { challenge_hash: Buffer; expires_at: Instant };
  known_devices: {
    device_hash: Buffer;
    company_id: string;
    employee_id: string;
    last_seen_at: Instant;
  };
  one_time_codes: {
    flow: CodeFlow;
    email: string;
    asker: string;
    otp_hash: Buffer;
    code_hash: string | null;
    tries: number;
    expires_at: Instant;
  };
  email_links: {
    token_hash: Buffer;
    purpose: 'prove' | 'refuse' | 'undo' | 'invite';
    company_id: string;
    employee_id: string;
    email: string;
    requested_by: string;
    created_at: Instant;
    expires_at: Instant;
  };
  sign_in_failures: { subject: string; failures: number[]; last_failed_at: Instant };
};

/** Passed to queries that take part in the caller's transaction. */
export type AuthQueries = Kysely<AuthTables>;
