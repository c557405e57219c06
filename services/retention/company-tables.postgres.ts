import type pg from 'pg';

/** The amount of data by kind. */
export type Counts = Readonly<Record<string, number>>;

type Database = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/** Tables with a company id that are kept, and why. */
export const KEPT: Readonly<Record<string, string>> = {
  retention_log: 'says what was erased; counts and instants only',
  billing_trials: 'a digest, so that nobody has a second trial; of which company is taken out',
};

/** Every other table of facts with a company id. Read from the catalogue, so that new tables are included. */
export async function companyTables(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
        AND a.attname = 'company_id' AND NOT a.attisdropped AND c.relname <> ALL ($1)
      ORDER BY 1`,
    [Object.keys(KEPT)],
  );
  return rows.map(({ name }) => name);
}

/** Selects mail and codes without a company id: those for these addresses until an hour after the company's end. */
export type MailOf = { readonly addresses: readonly string[]; readonly until: string };

/** The hour covers the validity of codes (ten minutes) and instants of providers in whole seconds. */
const UNTIL = `$2::timestamptz + interval '1 hour'`;
const BY_ADDRESS = {
  mail_outbox: `company_id IS NULL AND posted_at <= ${UNTIL} AND lower(content->'to'->>'address') = ANY ($1)`,
  development_mailbox: `company_id IS NULL AND at <= ${UNTIL} AND lower(recipient) = ANY ($1)`,
  one_time_codes: `email = ANY ($1) AND expires_at <= ${UNTIL}`,
} as const;

export type CompanyTables = {
  readonly eraseRows: typeof eraseRows;
  readonly countRows: typeof countRows;
};

/** Deletes the rows of a company; returns the number per table. */
export async function eraseRows(client: pg.ClientBase, companyId: string, mail: MailOf): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const table of await companyTables(client)) {
    const { rowCount } = await client.query(`DELETE FROM ${table} WHERE company_id = $1`, [companyId]);
    counts[table] = rowCount ?? 0;
  }
  for (const [table, condition] of Object.entries(BY_ADDRESS)) {
    const deleted = await client.query(`DELETE FROM ${table} WHERE ${condition}`, [
      mail.addresses,
      mail.until,
    ]);
    counts[table] = (counts[table] ?? 0) + (deleted.rowCount ?? 0);
  }
  await client.query(`UPDATE billing_trials SET company_id = '' WHERE company_id = $1`, [companyId]);
  return withoutZeros(counts);
}

/** What `eraseRows` would delete. */
export async function countRows(db: Database, companyId: string, mail: MailOf): Promise<Counts> {
  const counts: Record<string, number> = {};
  const count = async (table: string, condition: string, values: unknown[]) => {
    const { rows } = await db.query<{ n: number | string }>(
      `SELECT count(*) AS n FROM ${table} WHERE ${condition}`,
      values,
    );
    counts[table] = (counts[table] ?? 0) + Number(rows[0]?.n ?? 0);
  };
  for (const table of await companyTables(db)) await count(table, 'company_id = $1', [companyId]);
  for (const [table, condition] of Object.entries(BY_ADDRESS)) {
    await count(table, condition, [mail.addresses, mail.until]);
  }
  return withoutZeros(counts);
}

function withoutZeros(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
