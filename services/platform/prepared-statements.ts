import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

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
 * @param enter what a connection has to do before a query; the query is sent without waiting for it
 */
export function preparing(pool: pg.Pool, enter: Enter = () => undefined): PostgresPool {
  // Names belong to a connection, so all users of a pool share them.
  const known = pools.get(pool) ?? prepare(pool, enter);
  pools.set(pool, known);
  return known;
}

type Enter = (client: pg.PoolClient) => Promise<unknown> | undefined;

const pools = new WeakMap<pg.Pool, PostgresPool>();

function prepare(pool: pg.Pool, enter: Enter): PostgresPool {
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

  async function entered(client: pg.PoolClient, text: string, values: readonly unknown[]) {
    const entering = enter(client);
    if (!entering) return query(client, text, values);
    const [, result] = await Promise.all([entering, query(client, text, values)]);
    return result;
  }

  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    const known = clients.get(client);
    if (known) return known;
    // Kysely's type also takes cursors. Only streams have them, and streams are not prepared.
    const made = {
      query: (text: string | object, values: readonly unknown[] = []) =>
        typeof text === 'string' ? entered(client, text, values) : client.query(text as never),
      release: (destroy?: boolean) => client.release(destroy),
    } as unknown as PostgresPoolClient;
    clients.set(client, made);
    return made;
  }

  return { connect: async () => wrapped(await pool.connect()), end: () => pool.end(), options: pool.options };
}
