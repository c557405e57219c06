import type pg from 'pg';
import { ensureLogin, hasLogin, ownLogins } from '#infra/postgres/roles.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { createPool } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import type { Log } from '#platform/log.ts';
import {
  DATABASE_ROLES,
  type DatabaseRole,
  type Login,
  type Logins,
  PROGRAM_ROLE,
  READER_ROLE,
} from '#platform/tenant-isolation.port.ts';
import { CliError } from '#platform/terminal.ts';

export type Addresses = {
  readonly url: string;
  /** Of the server behind a pooler; else the same as `url`. */
  readonly directUrl: string;
};

/** The same place for another user. */
export function addressFor({ user, password }: Login, address: string): string {
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.toString();
}

type Finding = {
  /** Of the user who may create logins. */
  readonly owner: pg.Pool;
  /** From the environment; otherwise they are created. */
  readonly given: Logins | undefined;
  /** True: nothing is created or changed. */
  readonly asTheyAre?: boolean;
  readonly scheduler: Scheduler;
};

/** Their connections go through a pooler, if there is one. */
const POOLED: readonly DatabaseRole[] = [PROGRAM_ROLE, READER_ROLE];

/**
 * A login for each role, that works here and may no more than that. A sentence when there are none. Throws when the server is
 * away.
 */
export async function findLogins(addresses: Addresses, finding: Finding): Promise<Logins | string> {
  const logins = finding.given ?? ownLogins(addresses.directUrl);
  if (logins === null) return 'without a password in its address there are none for further logins';
  const problems = await Promise.all(
    DATABASE_ROLES.map((role) => findLogin(role, logins[role], { ...addresses, ...finding })),
  );
  return problems.find((problem) => problem !== null) ?? logins;
}

/** Why a login is not there, or not what it should be; null when it is. */
async function findLogin(
  role: DatabaseRole,
  login: Login,
  { url, directUrl, owner, given, asTheyAre = given !== undefined, scheduler }: Addresses & Finding,
): Promise<string | null> {
  const problemAt = (address: string, behind?: pg.Pool) =>
    problemOf(
      createPool(addressFor(login, address), {
        ...{ max: 1, application_name: 'tallyboard' },
        behind,
        scheduler,
      }),
      role,
      login,
    );
  const isThere = given !== undefined || (await hasLogin(owner, login));
  let problem = isThere ? await problemAt(directUrl) : `${login.user} is missing`;
  if (problem !== null && !asTheyAre) {
    try {
      await ensureLogin(owner, role, login);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      problem = (error as Error).message;
      // Another process that starts at the same time has changed it.
      if ((await problemAt(directUrl)) !== null) return problem;
    }
    problem = await problemAt(directUrl);
  }
  if (problem !== null || url === directUrl || !POOLED.includes(role)) return problem;
  const behind = await problemAt(url, owner);
  return behind === null ? null : `through the pooler ${behind}`;
}

/** A member that owns nothing here, has no second role of ours, and by whom what is written once is not changed. */
const CONFINED = `
  SELECT session_user::text AS user, pg_has_role(session_user, $1, 'USAGE') AS belongs,
         (SELECT rolsuper OR rolbypassrls OR rolcreaterole FROM pg_roles WHERE rolname = session_user)
           OR EXISTS (SELECT FROM pg_roles
                       WHERE rolname = ANY ($2) AND rolname <> $1 AND pg_has_role(session_user, oid, 'MEMBER'))
           OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                       WHERE n.nspname = 'public' AND c.relname IN ('events', 'seal_links')
                         AND (pg_has_role(session_user, c.relowner, 'MEMBER')
                              OR has_table_privilege(session_user, c.oid, 'UPDATE, DELETE, TRUNCATE'))) AS may_more`;

/** PgBouncer answers so about a user whom it does not let in. */
const UNKNOWN_TO_POOLER = '08P01';

/** Null when the login is what it should be. Ends the pool. */
async function problemOf(pool: pg.Pool, role: DatabaseRole, { user }: Login): Promise<string | null> {
  try {
    type Row = { user: string; belongs: boolean; may_more: boolean };
    const { rows } = await pool.query<Row>(CONFINED, [role, DATABASE_ROLES]);
    if (rows[0]?.user !== user) return `the connection of ${user} is one of ${rows[0]?.user}`;
    if (!rows[0].belongs) return `${user} is no member of ${role}`;
    return rows[0].may_more ? `${user} may do more than ${role}` : null;
  } catch (error) {
    const isUnknown = (error as { code?: unknown }).code === UNKNOWN_TO_POOLER;
    if (isDatabaseAway(error) && !isUnknown) throw error;
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

/** Options in an address replace ours, and with them the role of a reader. */
export const overruled = (url: string) =>
  new URL(url).searchParams.has('options') ? 'DATABASE_URL has options, which no role survives' : null;

/** The owner does everything: good for development, not for a program that others rely on. */
export function sayShared(
  reason: string,
  { config, log, readerRefused }: { config: Config; log: Pick<Log, 'warn'>; readerRefused: string | null },
): void {
  const what = readerRefused === null ? 'one login for everything' : 'without row-level security';
  const mend = `An administrator of the server can mend it: infra/postgres/logins.sql`;
  if (config.production)
    throw new CliError(`DATABASE_URL: ${what}: ${reason}. Production needs more. ${mend}`);
  log.warn(`${what}: ${reason}. ${mend}`);
}

type Found = { readonly logins: Logins | null; readonly readerRefused: string | null };

/** Whether what people read is behind row-level security, and whether each role has a login of its own. */
export function databaseRoles({ logins, readerRefused }: Found): HealthCheck {
  const detail = {
    rowLevelSecurity: readerRefused === null ? 'on' : 'off',
    logins: logins === null ? 'one for everything' : 'apart',
  };
  return { name: 'database roles', check: async () => detail };
}
