/**
 * The Postgres types that read models use. Ids are text, so that a foreign or broken id in a request finds
 * nothing instead of failing a cast. Money is bigint cents, percentages are doubles: both are the numbers
 * that the events carry, unchanged.
 */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'date'
  | 'timestamptz';
export type Column = ColumnType | `${ColumnType} null`;

type TypeScriptOf<Type> = Type extends 'text' | 'date' | 'timestamptz'
  ? string
  : Type extends 'boolean'
    ? boolean
    : number;
type ValueOf<Declared> = Declared extends `${infer Type} null`
  ? TypeScriptOf<Type> | null
  : TypeScriptOf<Declared>;

/** An index of some columns, or of those rows only for which an SQL condition holds. */
export type Index = readonly string[] | { readonly columns: readonly string[]; readonly where: string };

/** A table of a read model, declared as a value: the runner makes it, also as a shadow during a rebuild. */
export type Table = {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** Company first: every query names it. Key columns are text or date, of an add-only table also bigint. */
  readonly key: readonly string[];
  readonly indexes: readonly Index[];
  /**
   * Rows are added and never touched again. They are put without having been asked for, cost no memory, and
   * are not published on the live bus. No projector may get or remove one.
   */
  readonly addOnly?: boolean;
  /** Rows to keep in memory, for a table whose rows are mostly never touched again; the runner's limit by default. */
  readonly remember?: number;
};

/** A row as it is folded, written and read: dates yyyy-mm-dd, instants UTC ISO-8601. */
export type RowOf<Of extends Table> = {
  readonly [Name in keyof Of['columns']]: ValueOf<Of['columns'][Name]>;
};
type Texts<Columns extends readonly unknown[]> = { [Place in keyof Columns]: string };
export type KeyOf<Of extends Table> = Texts<Of['key']>;

/** Any row, where the table is not known by name. */
export type AnyRow = Readonly<Record<string, string | number | boolean | null>>;

type Declaration<Columns, Key> = {
  readonly name: string;
  readonly columns: Columns;
  readonly key: Key;
  readonly indexes?: readonly Index[];
  readonly addOnly?: boolean;
  readonly remember?: number;
};

export function defineTable<
  const Name extends string,
  const Columns extends Readonly<Record<string, Column>>,
  const Key extends readonly (keyof Columns & string)[],
>(declared: Declaration<Columns, Key> & { readonly name: Name }) {
  return { ...declared, indexes: declared.indexes ?? [] };
}

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

export function isNullable(column: Column): boolean {
  return column.endsWith(' null');
}

export function typeOf(column: Column): ColumnType {
  return (isNullable(column) ? column.slice(0, -' null'.length) : column) as ColumnType;
}

/** A row's key as one text. The separator cannot be part of a key: Postgres holds no text with it. */
export type RowKey = string;
const SEPARATOR = '\0';

/** Keys have one to four columns; this runs several times per event, so it makes no arrays. */
export function rowKey(first: string, second?: string, third?: string, fourth?: string): RowKey {
  if (second === undefined) return first;
  if (third === undefined) return first + SEPARATOR + second;
  if (fourth === undefined) return first + SEPARATOR + second + SEPARATOR + third;
  return first + SEPARATOR + second + SEPARATOR + third + SEPARATOR + fourth;
}

export function keyParts(key: RowKey): string[] {
  return key.split(SEPARATOR);
}

/** The key columns with their values, e.g. for a delete or for the news of a change. */
export function keyColumns(table: Table, key: RowKey): Record<string, string> {
  const parts = keyParts(key);
  return Object.fromEntries(table.key.map((column, place) => [column, parts[place] ?? '']));
}

/** The function that finds a row's key. */
export function keyOfRow(table: Table): (row: AnyRow) => RowKey {
  const [first = '', second, third, fourth, ...more] = table.key;
  if (more.length > 0) throw new Error(`${table.name} has more key columns than row keys can tell`);
  const text = (row: AnyRow, column: string | undefined) =>
    column === undefined ? undefined : (row[column] as string);
  return (row) => rowKey(row[first] as string, text(row, second), text(row, third), text(row, fourth));
}
