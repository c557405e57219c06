import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import {
  DATABASE_ROLES,
  type DatabaseRole,
  type Login,
  type Logins,
  READER_ROLE,
} from '#platform/tenant-isolation.port.ts';

/**
 * Creates the roles, unless the server has them, and lets this user take that of the reader. They have rights and never
 * connect, and its databases share them. Returns null, or the server's message when people cannot read by the reader's.
 */
export async function ensureRoles(pool: pg.Pool): Promise<string | null> {
  if ((await hasRoles(pool)) && (await mayRead(pool))) return null;
  try {
    for (const role of DATABASE_ROLES) await createRole(pool, role, 'NOLOGIN');
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
  const { rowCount } = await pool.query('SELECT FROM pg_roles WHERE rolname = ANY ($1)', [DATABASE_ROLES]);
  return rowCount === DATABASE_ROLES.length;
}

/**
 * The logins of this database, the same in every process. The passwords follow from that of the owner, so nothing is to be
 * kept or handed around. Null without one.
 */
export function ownLogins(ownerUrl: string): Logins | null {
  const { username, password, pathname } = new URL(ownerUrl);
  if (password === '') return null;
  const suffix = hash('sha256', decodeURIComponent(pathname.slice(1) || username)).slice(0, 12);
  const loginOf = (role: DatabaseRole): Login => {
    const user = `${role}_${suffix}`;
    const secret = createHmac('sha256', decodeURIComponent(password)).update(user);
    return { user, password: secret.digest('base64url') };
  };
  return Object.fromEntries(DATABASE_ROLES.map((role) => [role, loginOf(role)])) as Logins;
}

export async function hasLogin(pool: pg.Pool, { user }: Login): Promise<boolean> {
  return (await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [user])).rows.length > 0;
}

/** Creates a login of a role, or gives it this password. Throws the server's error when this user may not. */
export async function ensureLogin(
  pool: pg.Pool,
  role: DatabaseRole,
  { user, password }: Login,
): Promise<void> {
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
