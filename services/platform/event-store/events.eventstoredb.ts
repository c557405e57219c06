import type { AllStreamResolvedEvent, EventData, ResolvedEvent } from '@eventstore/db-client';
import type { EsdbModule } from './client.eventstoredb.ts';
import type { Json, JsonObject, NewEvent, RecordedEvent } from './event-store.port.ts';

/** What lies in EventStoreDB's custom metadata: our version beside our metadata. */
type Envelope = { readonly version: number; readonly metadata: Json };

/** Where it is written which streams were erased; belongs to the adapter. */
export const ERASURES = 'erased-streams';

/** For events that some other program wrote: no schema knows it, so nobody acts on them by mistake. */
const FOREIGN_VERSION = 0;

export function toEsdb(esdb: EsdbModule, event: NewEvent): EventData {
  const envelope: Envelope = { version: event.version, metadata: event.metadata };
  // The client asks for index signatures that can be written; it only stringifies.
  return esdb.jsonEvent({
    id: event.id,
    type: event.type,
    data: event.data as Record<string, unknown>,
    metadata: envelope as unknown as Record<string, unknown>,
  });
}

/** undefined for what belongs to EventStoreDB itself (statistics, links, metadata of streams), or to us. */
export function fromEsdb(resolved: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent | undefined {
  const { event } = resolved;
  return event?.streamId === ERASURES ? undefined : anyFromEsdb(resolved);
}

export function anyFromEsdb({
  event,
  commitPosition,
}: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent | undefined {
  if (!event || event.streamId.startsWith('$') || event.type.startsWith('$')) return undefined;
  const position = event.position?.commit ?? commitPosition;
  if (position === undefined) throw new Error(`EventStoreDB gave no position for ${event.streamId}`);
  const envelope = envelopeOf(event.metadata);
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: safeNumber(position),
    type: event.type,
    version: envelope.version,
    data: event.data as JsonObject,
    metadata: envelope.metadata,
    recordedAt: event.created.toISOString(),
  };
}

function envelopeOf(metadata: unknown): { version: number; metadata: unknown } {
  const { version, metadata: ours } = (metadata ?? {}) as Partial<Envelope>;
  return typeof version === 'number' && ours !== undefined
    ? { version, metadata: ours }
    : { version: FOREIGN_VERSION, metadata };
}

/** Positions are offsets in the log's bytes: 2^53 are nine million gigabytes. */
export function safeNumber(position: bigint): number {
  if (position > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`position ${position} is too large`);
  return Number(position);
}
