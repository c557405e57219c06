import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { withTransaction } from '#platform/database.ts';
import { isLostRace } from '#platform/database-errors.ts';
import {
  everyCompany,
  type Login,
  type Logins,
  PROGRAM_ROLE,
  READER_ROLE,
} from '#platform/tenant-isolation.port.ts';

/** Those that have rights, and never connect. They belong to the server, so its databases share them. */
const ROLES = [READER_ROLE, PROGRAM_ROLE] as const;
export type Role = (typeof ROLES)[number];

/**
 * Creates the roles, unless the server has them, and lets this user take that of the reader. Returns null, or the server's
 * message when people cannot read by it.
 */
export async function ensureRoles(pool: pg.Pool): Promise<string | null> {
  if ((await hasRoles(pool)) && (await mayRead(pool))) return null;
  try {
    for (const role of ROLES) await createRole(pool, role, 'NOLOGIN');
    await pool.query(`GRANT ${READER_ROLE} TO CURRENT_USER`);
  } catch (error) {
    // Another process that starts at the same time may have created them.
    return (await mayRead(pool)) ? null : (error as Error).message;
  }
  return null;
}

async function createRole(pool: pg.Pool, name: string, kind: 'NOLOGIN' | 'LOGIN'): Promise<void> {
  await pool.query(`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} ${kind}; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
}

async function mayRead(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT pg_has_role(rolname, 'MEMBER') AS may FROM pg_roles WHERE rolname = $1`,
    [READER_ROLE],
  );
  return rows[0]?.may ?? false;
}

async function hasRoles(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM pg_roles WHERE rolname = ANY ($1)', [ROLES]);
  return rowCount === ROLES.length;
}

/**
 * The logins of this database, the same in every process. The passwords follow from that of the owner, so nothing is to be
 * kept or handed around. Null without one.
 */
export function ownLogins(ownerUrl: string): Logins | null {
  const { username, password, pathname } = new URL(ownerUrl);
  if (password === '') return null;
  const suffix = hash('sha256', decodeURIComponent(pathname.slice(1) || username)).slice(0, 12);
  const loginOf = (role: Role): Login => {
    const user = `${role}_${suffix}`;
    const secret = createHmac('sha256', decodeURIComponent(password)).update(user);
    return { user, password: secret.digest('base64url') };
  };
  return { [READER_ROLE]: loginOf(READER_ROLE), [PROGRAM_ROLE]: loginOf(PROGRAM_ROLE) };
}

export async function hasLogin(pool: pg.Pool, { user }: Login): Promise<boolean> {
  return (await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [user])).rows.length > 0;
}

/** Creates a login of a role, or gives it this password. Throws the server's error when this user may not. */
export async function ensureLogin(pool: pg.Pool, role: Role, { user, password }: Login): Promise<void> {
  await createRole(pool, user, 'LOGIN');
  await pool.query(`ALTER ROLE ${user} LOGIN PASSWORD '${scramOf(password)}'; GRANT ${role} TO ${user}`);
}

const ITERATIONS = 4096;

/** As the server stores it (RFC 5802), so that no log of statements has the password. */
function scramOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = hash('sha256', keyOf('Client Key'), 'base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}

/** What is written once: only the owner changes it. All other tables of facts the program writes. */
const RIGHTS: Readonly<Record<string, string>> = {
  'public.events': 'SELECT, INSERT',
  ...Object.fromEntries(
    [
      'seal_links',
      'seal_progress',
      'company_seals',
      'seal_tree',
      'log_archive',
      'log_segments',
      'archived_streams',
    ].map((table) => [`public.${table}`, 'SELECT']),
  ),
  'public.kysely_migration': 'SELECT',
  'public.kysely_migration_lock': 'SELECT',
};
const ALL_RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';

/** Any number, the same for every process that grants: two at once would collide. */
const GRANT_LOCK = 4_711_003;
const LOCK_TIMEOUT_MS = 1000;
const RETRY_MS = 500;
const ATTEMPTS = 200;

const TABLES = `
  SELECT c.oid::regclass::text AS name, c.relnamespace::regnamespace || '.' || c.relname AS full_name,
         ARRAY(SELECT one FROM unnest(string_to_array('${ALL_RIGHTS}', ', ')) one
                WHERE has_table_privilege(r.oid, c.oid, one)) AS rights,
         c.relrowsecurity AND NOT EXISTS (
           SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = 'every_company') AS closed
    FROM pg_class c JOIN pg_roles r ON r.rolname = '${PROGRAM_ROLE}'
   WHERE c.relkind = 'r' AND pg_has_role(c.relowner, 'USAGE')
     AND c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'sandbox'))`;

/** Lets the role of the program into the tables of facts, if it exists. Changes nothing where it is let in. */
export async function admitProgram(pool: pg.Pool, scheduler: Scheduler = systemScheduler): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await admit(pool);
    } catch (error) {
      // The version before this one works meanwhile.
      if (!isLostRace(error) || attempt >= ATTEMPTS) throw error;
      await scheduler.pause(RETRY_MS);
    }
  }
}

type Row = { name: string; full_name: string; rights: readonly string[]; closed: boolean };

async function admit(pool: pg.Pool): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(
      `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SELECT pg_advisory_xact_lock(${GRANT_LOCK})`,
    );
    const { rows } = await client.query<Row>(TABLES);
    if (rows.length === 0) return;
    const missing: string[] = [];
    for (const { name, full_name, closed, rights } of rows) {
      const wanted = RIGHTS[full_name] ?? ALL_RIGHTS;
      if (!wanted.split(', ').every((right) => rights.includes(right)))
        missing.push(`GRANT ${wanted} ON ${name} TO ${PROGRAM_ROLE}`);
      if (closed) missing.push(everyCompany(name));
    }
    if (missing.length === 0) return;
    await client.query(`GRANT USAGE ON SCHEMA public, sandbox TO ${PROGRAM_ROLE}; ${missing.join(';')}`);
  });
}
