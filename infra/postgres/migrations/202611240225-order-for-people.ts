import { type Kysely, sql } from 'kysely';

/** The order of texts in lists: `émile` between `Emil` and `Emily`, 9 before 10, on every database. See ADR 0046. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE COLLATION public.for_people (provider = icu, locale = 'und-u-kn-true')`.execute(db);
}
