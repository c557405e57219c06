import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { companyInScope } from './company-scope.ts';
import { createPool } from './database.ts';
import { preparing } from './prepared-statements.ts';
import { COMPANY_SETTING, READER_ROLE } from './tenant-isolation.port.ts';

const ENTER = { name: 'tallyboard_enter', text: `SELECT set_config('${COMPANY_SETTING}', $1, false)` };

/**
 * Connections of the role that sees one company at a time. With `pipeline` the statement that sets the company goes
 * out together with the query after it, so row-level security costs no round trip.
 */
export function createReaderPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  return createPool(connectionString, { ...options, options: `-c role=${READER_ROLE}`, pipeline: true });
}

/** Typed queries over such a pool, for use inside `withinCompany`; outside of it a query throws. */
export function companyReadsOn<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool, createDoor()) }) });
}

/** Remembers the company of each connection and sets another one when a query needs it. */
function createDoor(): (client: pg.PoolClient) => Promise<unknown> | undefined {
  const present = new WeakMap<pg.PoolClient, string>();
  return (client) => {
    const wanted = companyInScope();
    if (wanted === undefined) throw new Error('a tenant query ran outside withinCompany');
    if (present.get(client) === wanted) return undefined;
    present.set(client, wanted);
    return client.query({ ...ENTER, values: [wanted] }).catch((error: unknown) => {
      present.delete(client);
      throw error;
    });
  };
}
