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
   * the live bus does not tell them. No projector may get or remove one.
   */
  readonly addOnly?: boolean;
  /** Rows worth keeping in memory, where most are never touched again; as many as the runner can by default. */
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

export function isNullable(column: Column): boolean {
  return column.endsWith(' null');
}

export function typeOf(column: Column): ColumnType {
  return (isNullable(column) ? column.slice(0, -' null'.length) : column) as ColumnType;
}
