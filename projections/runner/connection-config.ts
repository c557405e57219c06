import type pg from 'pg';

/** The settings of a pool for a connection of our own outside of it, which is not closed when it is idle. */
export function connectionConfig(pool: pg.Pool, name: string): pg.ClientConfig {
  const { connectionString, host, port, user, database, ssl, types, password } = pool.options;
  const server =
    connectionString === undefined ? { host, port, user, database, password } : { connectionString };
  const common = { application_name: name, keepAlive: true, connectionTimeoutMillis: 5000 };
  return { ...server, ...common, ...(ssl === undefined ? {} : { ssl }), ...(types ? { types } : {}) };
}
