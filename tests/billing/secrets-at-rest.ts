import type pg from 'pg';

/** 13 to 19 digits as printed on a card, with or without groups. */
const CARD_NUMBER = /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-])/g;
/** The client secret for the card form. */
const CLIENT_SECRET = /\b\w+_secret_\w+/g;
const CARD_FIELDS = /"?(?:cvc|cvv|card_number|exp_year|exp_month)"?\s*[:=]/gi;

/** Every row of every table, as one JSON text per table. The sandbox provider stores its own secret. */
export async function everythingStored(pool: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
        AND (table_schema, table_name) <> ('sandbox', 'secrets')`,
  );
  const stored = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: content } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${name} t`,
    );
    stored.set(name, content.map(({ row }) => row).join('\n'));
  }
  return stored;
}

/** The parts of a text that look like card data or are one of these secrets. */
export function secretsIn(text: string, secrets: readonly string[]): readonly string[] {
  return [
    ...(text.match(CARD_NUMBER) ?? []).filter(isCardNumber),
    ...(text.match(CLIENT_SECRET) ?? []),
    ...(text.match(CARD_FIELDS) ?? []),
    ...secrets.filter((secret) => text.includes(secret)),
  ];
}

/** Luhn's check and the first digits of the card networks; few numbers of other kinds pass both. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^(4|5[1-5]|2[2-7]|3[47]|6)/.test(digits)) return false;
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
