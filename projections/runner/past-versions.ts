import { type Column, defineTable } from './table.ts';

type Versioned = Readonly<Record<string, Column>> & { readonly company_id: 'text'; readonly since: 'bigint' };

/**
 * The former versions of a table's rows: what an edit or a deletion replaced, as it was from the event at `since`
 * until the event at `until`, which is not in it any more. One event replaces one version, so company and
 * `until` name it. The version of now is in the table itself; together they show the table as of any event.
 */
export function pastOf<
  const Name extends string,
  const Columns extends Versioned,
  const Looked extends readonly (keyof Columns & string)[],
>(table: { readonly name: Name; readonly columns: Columns }, ...lookedUpBy: readonly Looked[]) {
  return defineTable({
    name: `past_${table.name}` as const,
    columns: { ...table.columns, until: 'bigint' },
    key: ['company_id', 'until'],
    indexes: lookedUpBy,
    addOnly: true,
  });
}
