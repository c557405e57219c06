import type pg from 'pg';

/**
 * From here on each row of who may sign in and of who is that is added, changed or removed leaves a mark, also when
 * the same is put back later; what is rolled back leaves none. Returns how far the marks go by now, which costs
 * the same however many rows there are.
 */
export async function leaveTrail(pool: pg.Pool): Promise<() => Promise<number>> {
  await pool.query(`
    CREATE TABLE trail (at bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
    CREATE FUNCTION leave_trail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO trail DEFAULT VALUES;
      RETURN NULL;
    END $$`);
  for (const table of ['accounts', 'emails', 'sessions']) {
    // When a session was seen last is no news.
    const column = table === 'sessions' ? '.revoked_at' : '.*';
    await pool.query(`
      CREATE TRIGGER trail_of_rows AFTER INSERT OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION leave_trail();
      CREATE TRIGGER trail_of_changes AFTER UPDATE ON ${table}
        FOR EACH ROW WHEN (old${column} IS DISTINCT FROM new${column}) EXECUTE FUNCTION leave_trail()`);
  }
  return async () => {
    const { rows } = await pool.query<{ at: number }>('SELECT coalesce(max(at), 0) AS at FROM trail');
    return rows[0]?.at ?? 0;
  };
}
