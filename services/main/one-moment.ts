import type { Kysely } from 'kysely';
import type { ReadModels } from '#projections/read-models.ts';

/** Reads the read models as they are at one moment of the database: nothing happens between two questions. */
export function atOneMoment<Result>(
  db: Kysely<ReadModels>,
  read: (at: Kysely<ReadModels>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
