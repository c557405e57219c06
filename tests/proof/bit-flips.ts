import type pg from 'pg';

/** A row in which one bit is flipped. */
export type Target = {
  readonly table: 'events' | 'seal_links';
  readonly position: number;
  readonly companyId: string;
};

const COLUMNS = {
  events: {
    ...{ position: 'int8', recorded_at: 'timestamptz', revision: 'int4', version: 'int4' },
    ...{ id: 'uuid', stream: 'text', type: 'text', data: 'json', metadata: 'json' },
  },
  seal_links: {
    ...{ company_id: 'text', position: 'int8', number: 'int4', format: 'int2' },
    ...{ key: 'bytea', personal_digest: 'bytea', link: 'bytea' },
  },
} as const;
type Kind = 'int2' | 'int4' | 'int8' | 'timestamptz' | 'uuid' | 'text' | 'json' | 'bytea';

/** SQL for the stored bytes of a value in hex, and back. `x` is the value, `h` the hex. */
const BYTES: Record<Kind, { out: (x: string) => string; back: (h: string) => string }> = {
  int2: { out: (x) => `int2send(${x})`, back: (h) => `('x' || ${h})::bit(16)::integer` },
  int4: { out: (x) => `int4send(${x})`, back: (h) => `('x' || ${h})::bit(32)::integer` },
  int8: { out: (x) => `int8send(${x})`, back: (h) => `('x' || ${h})::bit(64)::bigint` },
  timestamptz: {
    out: (x) => `timestamptz_send(${x})`,
    back: (h) =>
      `timestamptz '2000-01-01 00:00:00+00' + ('x' || ${h})::bit(64)::bigint * interval '1 microsecond'`,
  },
  uuid: { out: (x) => `uuid_send(${x})`, back: (h) => `${h}::uuid` },
  text: { out: (x) => `convert_to(${x}, 'UTF8')`, back: (h) => `decode(${h}, 'hex')::text` },
  json: { out: (x) => `convert_to(${x}::text, 'UTF8')`, back: (h) => `decode(${h}, 'hex')::text::json` },
  bytea: { out: (x) => x, back: (h) => `decode(${h}, 'hex')` },
};

/** Casts without any check, like a faulty disk; for a superuser, in a database of the test. */
export async function allowAnyBytes(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    'CREATE CAST (bytea AS text) WITHOUT FUNCTION; CREATE CAST (text AS json) WITHOUT FUNCTION',
  );
}

/**
 * Flips one bit of the stored row and names it, in a transaction that the caller rolls back. Null when the new
 * value is impossible (out of range, a taken position) or there is no value.
 * `random` draws numbers from 0 to below 1.
 */
export async function flipBit(
  db: Pick<pg.Pool, 'query'>,
  { table, position, companyId }: Target,
  random: () => number,
): Promise<string | null> {
  const columns = Object.entries(COLUMNS[table]);
  const [column, kind] = columns[Math.floor(random() * columns.length)] as [string, Kind];
  const { out, back } = BYTES[kind];
  const row =
    table === 'events' ? `position = ${position}` : `position = ${position} AND company_id = '${companyId}'`;
  const { rows } = await db.query<{ hex: string | null }>(
    `SELECT encode(${out(column)}, 'hex') AS hex FROM ${table} WHERE ${row}`,
  );
  if (!rows[0]?.hex) return null;
  const bytes = Buffer.from(rows[0].hex, 'hex');
  const bit = Math.floor(random() * bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  try {
    await db.query("SET LOCAL session_replication_role = 'replica'");
    await db.query(`UPDATE ${table} SET ${column} = ${back(`'${bytes.toString('hex')}'`)} WHERE ${row}`);
  } catch {
    return null;
  }
  return `bit ${bit} of ${column} of ${table} at ${position}`;
}
