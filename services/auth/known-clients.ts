import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Person } from '#platform/principal.ts';
import { normalEmail } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { Client } from './codes.port.ts';

/** How long a network stays known after a sign-in from it; ended sessions are kept that long. */
const NETWORK_MS = 30 * DAY_MS;
/** How long a device stays known after its last sign-in; its cookie lasts as long. */
const DEVICE_MS = 400 * DAY_MS;

/** Of an email that several companies entered, and whose mailbox proved nothing, no network is known for all of them. */
export const isUnshared = sql<boolean>`(
  e.proven_at IS NOT NULL OR NOT EXISTS (SELECT FROM waiting_emails w WHERE w.email = e.email))`;

/**
 * Recognizes the owner of an account by earlier sign-ins: with this browser, which then has an unguessable cookie, or
 * from this network. Requests of unknown clients do not count against the owner.
 */
export function createKnownClients({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const since = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();

  async function isDevice(email: string, device: string | null): Promise<boolean> {
    if (device === null) return false;
    const found = await db
      .selectFrom('known_devices as d')
      .innerJoin('emails as e', (join) =>
        join.onRef('e.company_id', '=', 'd.company_id').onRef('e.employee_id', '=', 'd.employee_id'),
      )
      .select(sql`1`.as('one'))
      .where('d.device_hash', '=', digest(device))
      .where('d.last_seen_at', '>', since(DEVICE_MS))
      .where('e.email', '=', email)
      .executeTakeFirst();
    return found !== undefined;
  }

  async function isNetwork(email: string, address: string): Promise<boolean> {
    const found = await db
      .selectFrom('sessions as s')
      .innerJoin('emails as e', (join) =>
        join.onRef('e.company_id', '=', 's.company_id').onRef('e.employee_id', '=', 's.employee_id'),
      )
      .select('s.address')
      .distinct()
      .where('e.email', '=', email)
      .where(isUnshared)
      .where('s.created_at', '>', since(NETWORK_MS))
      .execute();
    const network = networkOf(address);
    return found.some((session) => networkOf(session.address) === network);
  }

  async function wasIssued(device: string): Promise<boolean> {
    const found = await db
      .selectFrom('known_devices')
      .select('device_hash')
      .where('device_hash', '=', digest(device))
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  return {
    /** Whether this device was used for a sign-in; false for a made-up one. */
    wasIssued,

    /** Whether the owner of an email signed in with this device or from this network; null for neither. */
    async known(email: string, { address, device }: Client): Promise<'device' | 'network' | null> {
      const account = normalEmail(email);
      if (await isDevice(account, device)) return 'device';
      return (await isNetwork(account, address)) ? 'network' : null;
    },

    /**
     * Whether a person who signed in before has done so neither with this device nor from this network. False on the first
     * day of the company, when everything is new.
     */
    async isNew({ companyId, employeeId }: Person, { address, device }: Client): Promise<boolean> {
      const { rows } = await sql<{ networks: string[] | null; isDevice: boolean; isFirst: boolean }>`
        SELECT (SELECT array_agg(DISTINCT address) FROM sessions
                 WHERE company_id = ${companyId} AND employee_id = ${employeeId}
                   AND created_at > ${since(NETWORK_MS)}) AS networks,
               coalesce(bool_or(device_hash = ${digest(device ?? '')}), false) AS "isDevice",
               count(*) = 0 AS "isFirst"
          FROM known_devices
         WHERE company_id = ${companyId} AND employee_id = ${employeeId}
           AND last_seen_at > ${since(DEVICE_MS)}`.execute(db);
      const [found] = rows;
      const network = networkOf(address);
      if (!found || found.isFirst || found.isDevice) return false;
      if (found.networks?.some((former) => networkOf(former) === network)) return false;
      const old =
        await sql`SELECT FROM accounts WHERE company_id = ${companyId} AND created_at <= ${since(DAY_MS)}
                             LIMIT 1`.execute(db);
      return old.rows.length > 0;
    },

    /**
     * Remembers the device of a person who has just signed in. Returns the token for its cookie: the current one if
     * this server issued it, else a new one, so that an attacker cannot plant a token.
     */
    async remember({ companyId, employeeId }: Person, device: string | null): Promise<string> {
      const last_seen_at = clock.now();
      const isOurs = device !== null && (await wasIssued(device));
      const token = isOurs ? device : randomBytes(32).toString('base64url');
      await db
        .insertInto('known_devices')
        .values({ device_hash: digest(token), company_id: companyId, employee_id: employeeId, last_seen_at })
        .onConflict((conflict) =>
          conflict.columns(['device_hash', 'company_id', 'employee_id']).doUpdateSet({ last_seen_at }),
        )
        .execute();
      return token;
    },

    /** Drops devices without a sign-in for that long; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('known_devices')
        .where('last_seen_at', '<', since(DEVICE_MS))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type KnownClients = ReturnType<typeof createKnownClients>;
