import type pg from 'pg';
import { type Scheduler, systemScheduler, untilTrue } from '#platform/clock.ts';
import { withTransaction } from '#platform/database.ts';
import { isLostRace } from '#platform/database-errors.ts';
import {
  APPENDER_ROLE,
  type DatabaseRole,
  everyCompany,
  MAILER_ROLE,
  PROGRAM_ROLE,
  type READER_ROLE,
  SEALER_ROLE,
} from '#platform/tenant-isolation.port.ts';

/** Of one table: all that a role may, such as `INSERT` or `UPDATE (signature)`. */
type Rights = readonly string[];

const ALL_RIGHTS: Rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const READ: Rights = ['SELECT'];

/** Rights in the schema public. The reader has none there, and the program all of them for a table that is not named. */
const RIGHTS: Readonly<Record<Exclude<DatabaseRole, typeof READER_ROLE>, Readonly<Record<string, Rights>>>> =
  {
    [PROGRAM_ROLE]: {
      events: READ,
      seal_links: READ,
      seal_progress: READ,
      company_seals: READ,
      seal_tree: READ,
      log_archive: READ,
      log_segments: READ,
      archived_streams: READ,
      kysely_migration: READ,
      kysely_migration_lock: READ,
      mail_outbox: ['INSERT'],
      development_mailbox: READ,
    },
    [APPENDER_ROLE]: { events: ['SELECT', 'INSERT'] },
    [SEALER_ROLE]: {
      seal_links: ['SELECT', 'INSERT', 'UPDATE (signature)'],
      seal_progress: ['SELECT', 'UPDATE'],
      company_seals: ['SELECT', 'INSERT', 'UPDATE (leaf)'],
      seal_tree: ['SELECT', 'INSERT'],
      retention_log: READ,
      accounts: ['SELECT (company_id)'],
      mail_outbox: ['INSERT'],
    },
    [MAILER_ROLE]: {
      mail_outbox: ['SELECT', 'UPDATE', 'DELETE'],
      development_mailbox: ['SELECT', 'INSERT', 'DELETE'],
    },
  };

/** Any number, the same for every process that grants: two at once would collide. */
const GRANT_LOCK = 4_711_003;
const LOCK_TIMEOUT_MS = 1000;
const RETRY_MS = 500;
const ATTEMPTS = 200;

/** Lets the roles that the server has into the tables of facts. Changes nothing where they are let in. */
export async function admitRoles(pool: pg.Pool, scheduler: Scheduler = systemScheduler): Promise<void> {
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

/** The tables of this user, those with row-level security and the roles that pass it, and the roles of the server. */
const TABLES = `
  SELECT c.oid::regclass::text AS name, c.relnamespace::regnamespace::text = 'public' AS is_public, c.relrowsecurity AS is_closed,
         ARRAY(SELECT r.rolname::text FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
                WHERE p.polrelid = c.oid) AS passing
    FROM pg_class c
   WHERE c.relkind = 'r' AND pg_has_role(c.relowner, 'USAGE')
     AND c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'sandbox'))`;
type Table = { name: string; is_public: boolean; is_closed: boolean; passing: readonly string[] };

type Right = { readonly role: DatabaseRole; readonly table: string; readonly right: string };

/** Of these rights, by their numbers from 1, those that the server's roles have; null for a table that is gone by now. */
const HAD = `
  SELECT wish.number::int AS number,
         CASE WHEN wish.field = '' THEN has_table_privilege(r.oid, to_regclass(wish.name), wish.kind)
              ELSE has_column_privilege(r.oid, to_regclass(wish.name), wish.field, wish.kind) END AS is_had
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         WITH ORDINALITY AS wish (role, name, kind, field, number)
    JOIN pg_roles r ON r.rolname = wish.role`;

/** Those of the roles that the server has, each with whether it is had. */
async function look(
  db: Pick<pg.Pool, 'query'>,
  rights: readonly Right[],
): Promise<(Right & { readonly isHad: boolean })[]> {
  const parts = rights.map(({ right }) => /^(\w+)(?: \((\w+)\))?$/.exec(right) ?? []);
  const { rows } = await db.query<{ number: number; is_had: boolean | null }>(HAD, [
    rights.map(({ role }) => role),
    rights.map(({ table }) => table),
    parts.map(([, kind = '']) => kind),
    parts.map(([, , field = '']) => field),
  ]);
  return rows.map(({ number, is_had }) => ({ ...(rights[number - 1] as Right), isHad: is_had ?? true }));
}

async function admit(pool: pg.Pool): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(
      `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SELECT pg_advisory_xact_lock(${GRANT_LOCK})`,
    );
    const { rows: tables } = await client.query<Table>(TABLES);
    const wanted = tables.flatMap(({ name, is_public: isPublic }) =>
      Object.entries(RIGHTS).flatMap(([role, named]) => {
        const others = role === PROGRAM_ROLE ? ALL_RIGHTS : [];
        const rights = (isPublic ? named[name] : undefined) ?? others;
        return rights.map((right) => ({ role: role as DatabaseRole, table: name, right }));
      }),
    );
    const there = await look(client, wanted);
    const closed = new Map(tables.flatMap((table) => (table.is_closed ? [[table.name, table]] : [])));
    const missing = there.flatMap(({ role, table, right, isHad }) =>
      isHad ? [] : [`GRANT ${right} ON ${table} TO ${role}`],
    );
    const shut = new Set(
      there.flatMap(({ role, table }) =>
        closed.has(table) && !closed.get(table)?.passing.includes(role) ? [everyCompany(table, role)] : [],
      ),
    );
    if (missing.length + shut.size === 0) return;
    const roles = [...new Set(there.map(({ role }) => role))].join(', ');
    await client.query([`GRANT USAGE ON SCHEMA public, sandbox TO ${roles}`, ...missing, ...shut].join(';'));
  });
}

/** What the version before the roles of appends, seals and mail let the program do. */
const FORMER = Object.entries({
  events: ['INSERT'],
  mail_outbox: ['SELECT', 'UPDATE', 'DELETE'],
  development_mailbox: ['INSERT', 'UPDATE', 'DELETE'],
}).flatMap(([table, rights]) => rights.map((right): Right => ({ role: PROGRAM_ROLE, table, right })));

/** A process of that version has ended when it has not said for so long that it runs. */
const GONE_SECONDS = 30;
const OLDER = `
  SELECT FROM processes WHERE NOT logins_apart AND beat_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`;

/**
 * Takes from the program what is no longer its own, once no process of the version that needs it runs. True: nothing is left
 * to take.
 */
async function withdraw(pool: pg.Pool): Promise<boolean> {
  const left = (await look(pool, FORMER)).filter(({ isHad }) => isHad);
  if (left.length === 0) return true;
  if ((await pool.query(OLDER)).rows.length > 0) return false;
  const statements = left.map(({ role, table, right }) => `REVOKE ${right} ON ${table} FROM ${role}`);
  await withTransaction(pool, (client) =>
    client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; ${statements.join(';')}`),
  );
  return true;
}

const WITHDRAW_MS = 5000;

/** Does so as soon as it may. Returns how to stop looking. */
export const keepWithdrawing = (pool: pg.Pool, scheduler: Scheduler): (() => Promise<void>) =>
  untilTrue(() => withdraw(pool), WITHDRAW_MS, scheduler);
