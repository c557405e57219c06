import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { KeyOf, RowOf, Table } from './table.ts';

/** The rows of one table as a projector sees them. Every row it touches was asked for by `needs` before. */
export type Rows<Of extends Table> = {
  get(...key: KeyOf<Of>): RowOf<Of> | undefined;
  /** Rows are values: a changed row is a new object. */
  put(row: RowOf<Of>): void;
  remove(...key: KeyOf<Of>): void;
};

/** How a projector asks for rows before it is applied. */
export type Needs<Of extends Table> = {
  /** A row that may exist already. */
  row(...key: KeyOf<Of>): void;
  /** A row that this event brings into being, so there is nothing to look up. */
  fresh(...key: KeyOf<Of>): void;
};

type Tables = Readonly<Record<string, Table>>;
export type RowsOf<Of extends Tables> = { readonly [Name in keyof Of]: Rows<Of[Name]> };
export type NeedsOf<Of extends Tables> = { readonly [Name in keyof Of]: Needs<Of[Name]> };

/** What one type of event does to a read model: pure, in memory, from the event and the rows alone. */
export type Handler<Type extends EventType, Of extends Tables> = {
  needs(event: StoredEvent<Type>, need: NeedsOf<Of>): void;
  /** Throws when the event cannot be folded; the event is then set aside, nothing of it is kept. */
  apply(event: StoredEvent<Type>, rows: RowsOf<Of>): void;
};

/** A read model as the runner sees it. */
export type ReadModel = {
  readonly name: string;
  /** A higher version is rebuilt from the events when the program starts. */
  readonly version: number;
  /** Live dashboards show its rows: they are published when they are folded and again when they are committed. */
  readonly showsUncommitted: boolean;
  /** False: no row depends on an earlier event of its stream, so an event that is set aside stops no other. */
  readonly isOrdered: boolean;
  readonly tables: Tables;
  readonly on: { readonly [Type in EventType]?: Handler<Type, Tables> };
};

type EventGroups = readonly (readonly EventType[])[];

type Definition<Name extends string, Of extends Tables, Ignored extends EventGroups> = {
  readonly name: Name;
  readonly version: number;
  readonly showsUncommitted?: boolean;
  readonly isOrdered?: boolean;
  readonly tables: Of;
  /** Event types that change no row, one by one: a new type compiles only once every read model names or handles it. */
  readonly ignores: Ignored;
  readonly on: HandlersOf<Exclude<EventType, Ignored[number][number]>, Of>;
};

type HandlersOf<Types extends EventType, Of extends Tables> = {
  readonly [Type in Types]: Handler<Type, Of>;
};

export function defineReadModel<
  const Name extends string,
  const Of extends Tables,
  const Ignored extends EventGroups,
>(definition: Definition<Name, Of, Ignored>) {
  const { name, version, showsUncommitted = false, isOrdered = true, tables, on } = definition;
  return { name, version, showsUncommitted, isOrdered, tables, on };
}

/** The row, or a part of it, that an earlier event of the same stream made; throws when it is not there. */
export function known<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null)
    throw new Error('nothing before this event made the row that it changes');
  return value;
}
