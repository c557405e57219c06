import { type Kysely, sql } from 'kysely';

/**
 * One Merkle tree over the daily seals of all companies: `seal_tree` has each node that has all its leaves, and
 * `company_seals.leaf` says which leaf a seal is, from 0. Null: not in the tree yet, as those of a former version. The next
 * seal takes them in. See ADR 0060.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE seal_tree (
      -- 0: leaves
      level integer NOT NULL,
      -- from 0, of its level
      number bigint NOT NULL,
      hash bytea NOT NULL,
      PRIMARY KEY (level, number)
    )`.execute(db);
  await sql`ALTER TABLE company_seals ADD COLUMN leaf bigint`.execute(db);
  await sql`CREATE UNIQUE INDEX company_seals_leaf ON company_seals (leaf)`.execute(db);
  await sql`CREATE INDEX company_seals_waiting ON company_seals (day, company_id) WHERE leaf IS NULL`.execute(
    db,
  );
}
