import { Compile, type Validator } from 'typebox/compile';
import type { EventDeclaration } from './event.ts';
import { EventMetadata, type EventType, events, type StoredEvent } from './vocabulary.ts';

/** An event as a store hands it out: nothing in it has been checked yet. */
export type UncheckedEvent = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly metadata: unknown;
};

/** A stored event with an unknown type or version, or data that does not fit the schema. The program must not act on it. */
export class UndecodableEvent extends Error {
  readonly event: UncheckedEvent;
  constructor(event: UncheckedEvent, reason: string) {
    super(`event ${event.type} v${event.version} at ${event.stream}@${event.revision}: ${reason}`);
    this.name = 'UndecodableEvent';
    this.event = event;
  }
}

const validators = new Map<EventType | 'metadata', Validator>();

/** Compiled at the first event of its type: all of them together would delay each start. */
function validatorOf(what: EventType | 'metadata'): Validator {
  const known = validators.get(what);
  if (known) return known;
  const validator: Validator = Compile(what === 'metadata' ? EventMetadata : events[what].data);
  validators.set(what, validator);
  return validator;
}

/**
 * Turns stored JSON into an event: upcasts it to the current version, then checks the schema. Nothing else does.
 * Throws UndecodableEvent, never returns a half-checked event.
 */
export function decodeEvent(event: UncheckedEvent): StoredEvent {
  const { type } = event;
  if (!isKnownType(type)) throw new UndecodableEvent(event, 'unknown event type');
  if (event.version < 1 || event.version > currentVersion(type)) {
    throw new UndecodableEvent(event, `unknown version, this program knows 1 to ${currentVersion(type)}`);
  }
  let data = event.data;
  const { upcasters = [] }: EventDeclaration = events[type];
  for (const upcast of upcasters.slice(event.version - 1)) data = upcast(data);
  const validator = validatorOf(type);
  if (!validator.Check(data)) {
    const [first] = validator.Errors(data);
    throw new UndecodableEvent(
      event,
      `data ${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`,
    );
  }
  if (!validatorOf('metadata').Check(event.metadata)) {
    throw new UndecodableEvent(event, 'metadata does not fit');
  }
  return { ...event, type, data, metadata: event.metadata } as StoredEvent;
}

/** Null for an event that this program cannot read, such as one of a newer version of it. */
export function decodeIfReadable(event: UncheckedEvent): StoredEvent | null {
  try {
    return decodeEvent(event);
  } catch (error) {
    if (error instanceof UndecodableEvent) return null;
    throw error;
  }
}

/** False for an event of a newer version of the program, or of another program. */
export function isKnownType(type: string): type is EventType {
  return Object.hasOwn(events, type);
}

/** The newest version of an event of this type. */
export function currentVersion(type: EventType): number {
  const { upcasters = [] }: EventDeclaration = events[type];
  return upcasters.length + 1;
}

/** The newest version that this program reads, by type. */
export function readVersions(): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.keys(events).map((type) => [type, currentVersion(type as EventType)] as const),
  );
}

/** An event that a running process of a former version could not read, and that cannot be told in its version. */
export class UnwritableEvent extends Error {}

/** The data of a new event in a version of its type. Throws UnwritableEvent when it cannot be told in that version. */
export function dataInVersion(type: EventType, data: unknown, version: number): unknown {
  const { downcasters = [] }: EventDeclaration = events[type];
  let told = data;
  for (let from = currentVersion(type); from > version; from--) {
    const downcast = version > 0 ? downcasters[from - 2] : undefined;
    if (!downcast) throw new UnwritableEvent(`${type} v${from} is not read by every process yet`);
    told = downcast(told);
  }
  return told;
}
