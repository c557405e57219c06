import type pg from 'pg';

/**
 * From here on, each row added, changed or removed in accounts, emails and sessions leaves a mark, also when the old
 * value is restored later; rolled back changes leave none. Returns a function for the number of the last mark, whose
 * cost does not depend on the number of rows.
 */
export async function countChanges(pool: pg.Pool): Promise<() => Promise<number>> {
  await pool.query(`
    CREATE TABLE trail (at bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
    CREATE FUNCTION leave_trail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO trail DEFAULT VALUES;
      RETURN NULL;
    END $$`);
  // Neither when a session was last seen nor a wrong password counts as a change.
  const compared = {
    accounts: (row: string) => `to_jsonb(${row}) - 'guesses_in_a_row'`,
    emails: (row: string) => `${row}.*`,
    sessions: (row: string) => `${row}.revoked_at`,
  };
  for (const [table, kept] of Object.entries(compared)) {
    await pool.query(`
      CREATE TRIGGER trail_of_rows AFTER INSERT OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION leave_trail();
      CREATE TRIGGER trail_of_changes AFTER UPDATE ON ${table}
        FOR EACH ROW WHEN (${kept('old')} IS DISTINCT FROM ${kept('new')}) EXECUTE FUNCTION leave_trail()`);
  }
  return async () => {
    const { rows } = await pool.query<{ at: number }>('SELECT coalesce(max(at), 0) AS at FROM trail');
    return rows[0]?.at ?? 0;
  };
}
