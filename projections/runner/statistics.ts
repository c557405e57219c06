import type pg from 'pg';
import type { ReadModel } from './read-model.ts';

/**
 * Tells the server what is in tables that have just been filled. It would look for itself within minutes; until
 * then it guesses, and sorts a million rows to show the first fifty.
 */
export async function analyze(pool: pg.Pool, models: readonly ReadModel[]): Promise<void> {
  const tables = models.flatMap(({ tables: made }) => Object.values(made));
  await pool.query(`ANALYZE ${tables.map(({ name }) => `read.${name}`).join(', ')}`);
}
