import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { companyInScope } from './scope.ts';
import { COMPANY_SETTING, READER_ROLE } from './tenant-isolation.port.ts';

/** Sends a query, with what a connection needs for it. The text is that of the query. */
export type Door = (client: pg.PoolClient, text: string, run: () => Promise<unknown>) => Promise<unknown>;

const ENTER = { name: 'tallyboard_enter', text: `SELECT set_config('${COMPANY_SETTING}', $1, false)` };

/** Remembers the company of each connection and sets another one when a query needs it, without waiting for it. */
export function createSessionDoor(): Door {
  const present = new WeakMap<pg.PoolClient, string>();
  return async (client, _, run) => {
    const wanted = companyInScope();
    if (wanted === undefined) throw new Error('a tenant query ran outside withinCompany');
    if (present.get(client) === wanted) return run();
    present.set(client, wanted);
    const entering = client.query({ ...ENTER, values: [wanted] }).catch((error: unknown) => {
      present.delete(client);
      throw error;
    });
    const [, result] = await Promise.all([entering, run()]);
    return result;
  };
}

/**
 * A pooler like PgBouncer may lend each transaction another connection of the server. So nothing may be left on a
 * connection: no prepared statement with a name, no setting, no role. Read ADR 0053.
 */
export class UnnamedClient extends pg.Client {
  override query(...[first, ...rest]: never[]): never {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first;
    const query = isNamed ? { ...(first as object), name: undefined } : first;
    return super.query(...([query, ...rest] as never as [never])) as never;
  }
}

const BEGINS = /^\s*(?:begin|start transaction)\b/i;
const ENDS = /^\s*(?:commit|rollback)\s*$/i;

/**
 * Each query is a transaction that takes the role of the reader and names the company; all of it goes out at once. Of a
 * longer transaction, the beginning does both.
 */
export function createTransactionDoor(): Door {
  const inTransaction = new WeakSet<pg.PoolClient>();
  return async (client, text, run) => {
    if (inTransaction.has(client)) {
      if (ENDS.test(text)) inTransaction.delete(client);
      return run();
    }
    const company = companyInScope();
    if (company === undefined) throw new Error('a tenant query ran outside withinCompany');
    const enter = `SET LOCAL ROLE ${READER_ROLE}; SELECT set_config('${COMPANY_SETTING}', ${pg.escapeLiteral(company)}, true)`;
    if (BEGINS.test(text)) {
      inTransaction.add(client);
      const [begun] = await allOf([run(), client.query(enter)]);
      return begun;
    }
    const [, result] = await allOf([client.query(`BEGIN; ${enter}`), run(), client.query('COMMIT')]);
    return result;
  };
}

/** Waits for all, also when one fails: the connection is lent to the next query when the transaction has ended. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(sent);
  // What failed first is the cause of the rest.
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
}

/** Stands before the statements of `queriesOn` and `companyReadsOn`. */
export type QueryGuard = {
  /** These are sent after `confirm` only; null: none. */
  readonly refuses: RegExp | null;
  /** What these return is given out after `confirm` only; null: none. */
  readonly doubts: RegExp | null;
  /** Rejects with NotReadableYet when the statement must not be sent, or what it has returned not be given out. */
  confirm(text: string): Promise<void>;
  /** What is thrown in place of the error of a statement, or that error. Never rejects. */
  meaningOf(error: unknown, text: string): Promise<unknown>;
};

const guards = new WeakMap<pg.Pool, QueryGuard>();

/** From now on; a pool has one guard at most. */
export function guardQueries(pool: pg.Pool, guard: QueryGuard): void {
  guards.set(pool, guard);
}

/** A statement is prepared after so many uses. */
const WORTH_IT = 5;
/** Each costs memory in every connection; a program has fewer frequent statements than this. */
const MOST_PREPARED = 64;
const MOST_COUNTED = 1_000;

/** The error after a table was replaced by one with other columns under a prepared statement. */
const OUTDATED_PLAN = '0A000';

/**
 * The pool for Kysely, with frequent statements prepared: Postgres then parses and plans each one once per
 * connection, which is most of the cost of a small query. Statements are told apart by their text, so write lists as
 * `= any (…)`, not as `in (…)` with a text for every length.
 *
 * @param door sends each query; without one it is sent as it is
 */
export function preparing(pool: pg.Pool, door?: Door): PostgresPool {
  // Names belong to a connection, so all users of a pool share them.
  const known = pools.get(pool) ?? prepare(pool, door);
  pools.set(pool, known);
  return known;
}

const pools = new WeakMap<pg.Pool, PostgresPool>();

function prepare(pool: pg.Pool, door?: Door): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_PREPARED) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < WORTH_IT) {
      if (seen.size < MOST_COUNTED) seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    generation += 1;
    names.set(text, `tallyboard_${generation}`);
    return names.get(text);
  }

  async function query(client: pg.PoolClient, text: string, values: readonly unknown[]) {
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return client.query(text, [...values]);
    try {
      return await client.query({ name, text, values: [...values] });
    } catch (error) {
      if ((error as { code?: unknown }).code !== OUTDATED_PLAN) throw error;
      // The next use gets a new name, and so a new plan on every connection.
      if (names.get(text) === name) names.delete(text);
      return client.query(text, [...values]);
    }
  }

  const ask = (client: pg.PoolClient, text: string, values: readonly unknown[]) =>
    door ? door(client, text, () => query(client, text, values)) : query(client, text, values);

  async function send(client: pg.PoolClient, text: string, values: readonly unknown[]) {
    const guard = guards.get(pool);
    if (guard?.refuses?.test(text)) await guard.confirm(text);
    try {
      const result = await ask(client, text, values);
      if (guard?.doubts?.test(text)) await guard.confirm(text);
      return result;
    } catch (error) {
      throw guard ? await guard.meaningOf(error, text) : error;
    }
  }

  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    const known = clients.get(client);
    if (known) return known;
    // Kysely's type also takes cursors. Only streams have them, and streams are not prepared.
    const made = {
      query: (text: string | object, values: readonly unknown[] = []) =>
        typeof text === 'string' ? send(client, text, values) : client.query(text as never),
      release: (destroy?: boolean) => client.release(destroy),
    } as unknown as PostgresPoolClient;
    clients.set(client, made);
    return made;
  }

  return { connect: async () => wrapped(await pool.connect()), end: () => pool.end(), options: pool.options };
}
