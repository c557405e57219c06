import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { AppendCondition, Json, JsonObject, NewEvent, RecordedEvent } from '../event-store.port.ts';

/** The content of EventStoreDB's custom metadata: our version and our metadata, and the condition of the append. */
type Envelope = {
  readonly version: number;
  readonly metadata: Json;
  readonly condition?: AppendCondition | undefined;
};

/** The adapter's own stream, with the names of erased streams. */
export const ERASURES = 'erased-streams';

/** The version of events that another program wrote. No schema has it, so they are never decoded by mistake. */
const FOREIGN_VERSION = 0;

export function toEnvelope({ version, metadata }: NewEvent, condition?: AppendCondition): Envelope {
  return { version, metadata, condition };
}

const conditions = new WeakMap<RecordedEvent, AppendCondition>();

/** The condition on which an event was appended. */
export function conditionOf(event: RecordedEvent): AppendCondition | undefined {
  return conditions.get(event);
}

/** undefined for events of EventStoreDB itself (statistics, links, stream metadata) and of this adapter. */
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
  const recorded = {
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
  if (envelope.condition) conditions.set(recorded, envelope.condition);
  return recorded;
}

function envelopeOf(metadata: unknown): Omit<Envelope, 'metadata'> & { metadata: unknown } {
  const { version, metadata: ours, condition } = (metadata ?? {}) as Partial<Envelope>;
  return typeof version === 'number' && ours !== undefined
    ? { version, metadata: ours, condition }
    : { version: FOREIGN_VERSION, metadata };
}

/** Positions are byte offsets in the log: 2^53 bytes are nine million gigabytes. */
export function safeNumber(position: bigint): number {
  if (position > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`position ${position} is too large`);
  return Number(position);
}
