import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Person } from '#platform/person.ts';
import { normalEmail } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { Client } from './code-rules.ts';

const DAY_MS = 24 * 3_600_000;
/** A network somebody signed in from stays his for so long; sessions are kept that long after their end. */
const NETWORK_MS = 30 * DAY_MS;
/** A device, after its last sign-in; as long as the cookie is kept. */
const DEVICE_MS = 400 * DAY_MS;
const DEVICE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Who asks is told from the rest of the world by where he signed in before: with this browser, which then has a
 * cookie that nobody can make up, or from this network. What strangers use up does not count against him.
 */
export function createKnownClients({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const since = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();

  async function isDevice(email: string, device: string | null): Promise<boolean> {
    if (device === null || !DEVICE.test(device)) return false;
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
      .where('s.created_at', '>', since(NETWORK_MS))
      .execute();
    const network = networkOf(address);
    return found.some((session) => networkOf(session.address) === network);
  }

  return {
    /** As what the owner of an email knows this client; null for a stranger. */
    async known(email: string, { address, device }: Client): Promise<'device' | 'network' | null> {
      const account = normalEmail(email);
      if (await isDevice(account, device)) return 'device';
      return (await isNetwork(account, address)) ? 'network' : null;
    },

    /**
     * Makes the device one of this person, who has just proven who he is. Returns the token for its cookie: the
     * one it has if we gave it out, else a new one, so that nobody can plant one.
     */
    async remember({ companyId, employeeId }: Person, device: string | null): Promise<string> {
      const last_seen_at = clock.now();
      const ours =
        device !== null && DEVICE.test(device)
          ? await db
              .selectFrom('known_devices')
              .select('device_hash')
              .where('device_hash', '=', digest(device))
              .limit(1)
              .executeTakeFirst()
          : undefined;
      const token = ours && device !== null ? device : randomBytes(32).toString('base64url');
      await db
        .insertInto('known_devices')
        .values({ device_hash: digest(token), company_id: companyId, employee_id: employeeId, last_seen_at })
        .onConflict((conflict) =>
          conflict.columns(['device_hash', 'company_id', 'employee_id']).doUpdateSet({ last_seen_at }),
        )
        .execute();
      return token;
    },

    /** Drops devices that nobody signed in with for so long; returns how many. */
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

function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
