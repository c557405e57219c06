import { LRUCache } from 'lru-cache';
import { currentVersion, decodeEvent } from '#contracts/events/codec.ts';
import type { Stream } from '#contracts/events/streams.ts';
import type { DomainEvent, EventMetadata, StoredEvent } from '#contracts/events/vocabulary.ts';
import { type Result, rejected } from '#contracts/result.ts';
import { type Scheduler, systemScheduler } from '../clock.ts';
import { createKeyedMutex } from '../concurrency/mutex.ts';
import {
  type AppendCondition,
  type EventStore,
  type NewEvent,
  START,
} from '../event-store/event-store.port.ts';
import { derivedId } from '../ids.ts';
import type { CommandContext, CommandOutcome, Decider } from './command.ts';

/** Tries of one command before it is rejected as `conflict`, because other writers were faster every time. */
const MAX_TRIES = 200;
/**
 * Two processes in lockstep would let the same one win every time. The pause gets shorter with every try, so
 * that a command that lost often comes before one that has just arrived.
 */
const MAX_PAUSE_MS = 5;

/**
 * Checks what must hold outside the stream for these events to be written. It runs after the decision and right
 * before the append, so possibly several times for one command.
 */
export type BeforeAppend<Event extends DomainEvent> = (events: readonly Event[]) => Promise<Result>;

/** A command, and the state of another stream that its append depends on. */
export type Prepared<Command> = {
  readonly command: Command;
  readonly condition?: AppendCondition | undefined;
};

type Prepare<Command> = (tries: number) => Prepared<Command> | Promise<Prepared<Command>>;

export type CommandHandler = {
  /** Runs one command on one stream. The value is the state that the command leaves behind. */
  handle<State, Command, Event extends DomainEvent>(
    ctx: CommandContext,
    stream: Stream<Event>,
    decider: Decider<State, Command, Event>,
    command: Command,
    beforeAppend?: BeforeAppend<Event>,
  ): Promise<CommandOutcome<State>>;
  /** Runs a command that depends on another stream; `prepare` makes it anew for each try, counted from 0. */
  handlePrepared<State, Command, Event extends DomainEvent>(
    ctx: CommandContext,
    stream: Stream<Event>,
    decider: Decider<State, Command, Event>,
    prepare: Prepare<Command>,
  ): Promise<CommandOutcome<State>>;
  /**
   * Runs a command on a stream that is most likely new: the first try decides without reading the stream, and the
   * append itself finds out whether the stream is new and the condition holds. Each later try reads the stream.
   */
  handleNew<State, Command, Event extends DomainEvent>(
    ctx: CommandContext,
    stream: Stream<Event>,
    decider: Decider<State, Command, Event>,
    prepare: Prepare<Command>,
  ): Promise<CommandOutcome<State>>;
};

/** What the commands of all slices share for one event store. */
export type CommandDeps = CommandHandler & { readonly store: EventStore; readonly streamCache: StreamCache };

type Task<State, Command, Event extends DomainEvent> = {
  readonly ctx: CommandContext;
  readonly stream: Stream<Event>;
  readonly decider: Decider<State, Command, Event>;
  readonly prepare: Prepare<Command>;
  readonly beforeAppend?: BeforeAppend<Event> | undefined;
  readonly isNew: boolean;
};

/**
 * Load, decide, append with the revision that was read. Only a conflict on that revision is tried again, with
 * fresh state. A command whose id is in the stream already gives the same outcome as before. Throws
 * EventStoreUnavailable when the store is away: the events may have been written then, and the caller may repeat
 * the command with the same id. Make one per store: commands of this process on one stream run one after the
 * other, whichever slice they come from, so that only other processes can cause a conflict.
 */
export function createCommandDeps(store: EventStore, scheduler: Scheduler = systemScheduler): CommandDeps {
  const streamCache = createStreamCache(store);
  const inOrder = createKeyedMutex();
  const runInOrder = <State, Command, Event extends DomainEvent>(task: Task<State, Command, Event>) =>
    inOrder(task.stream, () => run({ store, streamCache, scheduler }, task));
  return {
    store,
    streamCache,
    handle: (ctx, stream, decider, command, beforeAppend) =>
      runInOrder({ ctx, stream, decider, prepare: () => ({ command }), beforeAppend, isNew: false }),
    handlePrepared: (ctx, stream, decider, prepare) =>
      runInOrder({ ctx, stream, decider, prepare, isNew: false }),
    handleNew: (ctx, stream, decider, prepare) => runInOrder({ ctx, stream, decider, prepare, isNew: true }),
  };
}

async function run<State, Command, Event extends DomainEvent>(
  { store, streamCache, scheduler }: Pick<CommandDeps, 'store' | 'streamCache'> & { scheduler: Scheduler },
  { ctx, stream, decider, prepare, beforeAppend, isNew }: Task<State, Command, Event>,
): Promise<CommandOutcome<State>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const isUnread = isNew && tries === 0;
    const { command, condition } = await prepare(tries);
    const events = isUnread ? [] : await streamCache.load(stream);
    const former = events.findLast((event) => event.metadata.commandId === ctx.commandId);
    if (former) return { ok: true, position: former.position, value: foldUntil(decider, events, former) };
    const state = events.reduce(decider.evolve, decider.initial);
    const decision = decider.decide(command, state);
    // A command that was repeated is accepted as before, even if it would be rejected now.
    if (!decision.ok && isUnread) continue;
    if (!decision.ok) return decision;
    const newest = events.at(-1);
    if (decision.value.length === 0) return { ok: true, position: newest?.position ?? START, value: state };
    const checked = await beforeAppend?.(decision.value);
    if (checked?.ok === false) return checked;
    const expected = newest ? newest.revision : 'no stream';
    const appended = await store.append(stream, newEvents(ctx, decision.value), expected, condition);
    if (appended.outcome === 'appended' && !(isUnread && appended.repeated)) {
      return { ok: true, position: appended.position, value: decision.value.reduce(decider.evolve, state) };
    }
    if (!isUnread) await scheduler.pause((Math.random() * MAX_PAUSE_MS) / (tries + 1));
  }
  return rejected('conflict');
}

function foldUntil<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly (StoredEvent & Event)[],
  last: StoredEvent,
): State {
  return events.filter((event) => event.revision <= last.revision).reduce(decider.evolve, decider.initial);
}

/** Adds ids, versions and metadata. Ids derive from the command, so that a retry writes the same events. */
export function newEvents(ctx: CommandContext, events: readonly DomainEvent[]): NewEvent[] {
  const metadata: EventMetadata = {
    companyId: ctx.companyId,
    actorId: ctx.actorId,
    commandId: ctx.commandId,
    correlationId: ctx.correlationId,
    at: ctx.now,
    origin: ctx.origin,
  };
  return events.map(({ type, data }, index) => ({
    id: derivedId(ctx.commandId, index),
    type,
    version: currentVersion(type),
    data,
    metadata,
  }));
}

type StreamCache = {
  /** Every event of the stream committed before the call. Throws EventStoreUnavailable. */
  load<Event extends DomainEvent>(stream: Stream<Event>): Promise<readonly (StoredEvent & Event)[]>;
};

/** Events in memory, over all streams. */
const MAX_EVENTS = 20_000;
/** The first revision of a stream that is worth caching: a shorter one is read as fast as its tail. */
const LONG = 32;

/**
 * Caches the events of long streams, above all the organization streams of companies, and reads only what is new
 * in them. Events never change, so the cached ones stay right.
 */
function createStreamCache(store: Pick<EventStore, 'read'>): StreamCache {
  const cache = new LRUCache<string, readonly StoredEvent[]>({
    maxSize: MAX_EVENTS,
    sizeCalculation: (events) => events.length,
  });

  async function load(stream: string): Promise<readonly StoredEvent[]> {
    const known = cache.get(stream) ?? [];
    const tail = await store.read(stream, { from: (known.at(-1)?.revision ?? -1) + 1 });
    if (tail.length === 0) return known;
    const events = [...known, ...tail.map(decodeEvent)];
    if (events.length >= LONG) cache.set(stream, events);
    return events;
  }

  // Only commands write a stream, and they write the events that its type names; decoding has checked each one.
  return { load: load as StreamCache['load'] };
}

/** The same outcome with another value; a rejection stays as it is. */
export function mapOutcome<From, To>(
  outcome: CommandOutcome<From>,
  change: (value: From) => To,
): CommandOutcome<To> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
