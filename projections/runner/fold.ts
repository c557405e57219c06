import { decodeEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { type PartOfStream, type Projection, partOf } from './projection.ts';
import type { Handler } from './read-model.ts';
import type { Table } from './table.ts';

/** An event on its way to all projections: decoded once, or with the reason why it cannot be. */
export type Incoming =
  | { readonly recorded: RecordedEvent; readonly event: StoredEvent; readonly fault: null }
  | { readonly recorded: RecordedEvent; readonly event: null; readonly fault: string };

export function decode(recorded: RecordedEvent): Incoming {
  try {
    return { recorded, event: decodeEvent(recorded), fault: null };
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return { recorded, event: null, fault: error.message };
  }
}

/** An event that a projection could not take in, as a row of `set_aside`. */
export type SetAside = {
  readonly projection: string;
  readonly position: number;
  readonly stream: string;
  readonly company_id: string;
  readonly type: string;
  readonly reason: string;
};

/** Collects the rows that the batch will touch; those not in memory are then `missing()` of their table. */
export function askForRows(projection: Projection, batch: readonly Incoming[]): void {
  if (projection.tables.every(({ rows }) => rows.knowsAll())) return;
  for (const { event, recorded } of batch) {
    if (!event || isStopped(projection.stopped, recorded)) continue;
    try {
      handlerOf(projection, event.type)?.needs(event, projection.need);
    } catch {
      // The fold then misses the row and sets the event aside.
    }
  }
}

/**
 * Folds a batch into the rows at hand and returns the events that it could not take in: those that cannot be
 * read or folded, and from then on all of the same kind in the same stream, so that nothing is ever projected out of
 * order. An event of a type that this version of the program does not know is passed over: no row of it depends on it.
 * `refusal` says that the database refused the batch, which is then a single event.
 */
export function fold(projection: Projection, batch: readonly Incoming[], refusal: string | null): SetAside[] {
  const aside: SetAside[] = [];
  const stopping = new Set<string>();
  for (const incoming of batch) {
    if (!handlerOf(projection, incoming.recorded.type)) continue;
    const { stream, type } = incoming.recorded;
    const stopped =
      isStopped(projection.stopped, incoming.recorded) || isStopped(stopping, incoming.recorded);
    const reason = stopped
      ? 'follows an event of its stream that was set aside'
      : (incoming.fault ?? refusal);
    const failure = reason ?? apply(projection, incoming);
    if (failure === null) continue;
    if (projection.model.isOrdered) stopping.add(partOf(stream, type));
    aside.push(setAside(projection, incoming, failure));
  }
  return aside;
}

function isStopped(stopped: ReadonlySet<string>, { stream, type }: PartOfStream): boolean {
  return stopped.size > 0 && (stopped.has(stream) || stopped.has(partOf(stream, type)));
}

type AnyHandler = Handler<EventType, Readonly<Record<string, Table>>>;

function handlerOf(projection: Projection, type: string): AnyHandler | undefined {
  return Object.hasOwn(projection.model.on, type)
    ? (projection.model.on[type as EventType] as AnyHandler | undefined)
    : undefined;
}

function apply(projection: Projection, { event }: Incoming): string | null {
  if (!event) return null;
  for (const { rows } of projection.tables) rows.beginEvent();
  try {
    handlerOf(projection, event.type)?.apply(event, projection.rows);
    return null;
  } catch (error) {
    for (const { rows } of projection.tables) rows.undoEvent();
    return error instanceof Error ? error.message : String(error);
  }
}

function setAside(projection: Projection, incoming: Incoming, reason: string): SetAside {
  const { position, stream, type } = incoming.recorded;
  const row = {
    projection: projection.model.name,
    position,
    stream,
    company_id: companyOf(incoming.recorded),
    type,
    reason,
  };
  // The very reason may be a character that Postgres refuses.
  return { ...row, stream: storable(stream), company_id: storable(row.company_id), reason: storable(reason) };
}

/** The company an event says it belongs to, also when the rest of it cannot be read. */
export function companyOf({ metadata }: Pick<RecordedEvent, 'metadata'>): string {
  const named = typeof metadata === 'object' && metadata !== null && 'companyId' in metadata;
  return named && typeof metadata.companyId === 'string' ? metadata.companyId : '';
}

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, 2000);
}
