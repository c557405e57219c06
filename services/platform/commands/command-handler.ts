import { currentVersion, dataInVersion } from '#contracts/events/codec.ts';
import type { Stream } from '#contracts/events/streams.ts';
import type { DomainEvent, EventMetadata } from '#contracts/events/vocabulary.ts';
import { type Result, rejected } from '#contracts/result.ts';
import { type Scheduler, systemScheduler } from '../clock.ts';
import { createKeyedMutex } from '../concurrency/mutex.ts';
import {
  type AppendCondition,
  type Appended,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  START,
} from '../event-store/event-store.port.ts';
import { derivedId } from '../ids.ts';
import type { CommandContext, CommandOutcome, Decider } from './command.ts';
import { commandOf, type Fold, type Folded, foldStored } from './fold.ts';
import { createStateCache, type StateCache, type StoredStates } from './state-cache.ts';

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
  /** Runs one command on one stream. The value is the outcome of the state that the command leaves behind. */
  handle<State, Command, Event extends DomainEvent, Outcome>(
    ctx: CommandContext,
    stream: Stream<Event>,
    decider: Decider<State, Command, Event, Outcome>,
    command: Command,
    beforeAppend?: BeforeAppend<Event>,
  ): Promise<CommandOutcome<Outcome>>;
  /** Runs a command that depends on another stream; `prepare` makes it anew for each try, counted from 0. */
  handlePrepared<State, Command, Event extends DomainEvent, Outcome>(
    ctx: CommandContext,
    stream: Stream<Event>,
    decider: Decider<State, Command, Event, Outcome>,
    prepare: Prepare<Command>,
  ): Promise<CommandOutcome<Outcome>>;
  /**
   * Runs a command on a stream that is most likely new: the first try decides without reading the stream, and the
   * append itself finds out whether the stream is new and the condition holds. Each later try reads the stream.
   */
  handleNew<State, Command, Event extends DomainEvent, Outcome>(
    ctx: CommandContext,
    stream: Stream<Event>,
    decider: Decider<State, Command, Event, Outcome>,
    prepare: Prepare<Command>,
  ): Promise<CommandOutcome<Outcome>>;
};

/** What the commands of all slices share for one event store. */
export type CommandDeps = CommandHandler & {
  readonly store: EventStore;
  /** The present state of a stream. Use it at once. Throws as `StateCache.load`. */
  stateOf<State, Event extends DomainEvent>(
    stream: Stream<Event>,
    fold: Fold<State, Event['type']>,
    needs?: readonly Event['type'][],
  ): Promise<State>;
};

type Task<State, Command, Event extends DomainEvent, Outcome> = {
  readonly ctx: CommandContext;
  readonly stream: Stream<Event>;
  readonly decider: Decider<State, Command, Event, Outcome>;
  readonly prepare: Prepare<Command>;
  readonly beforeAppend?: BeforeAppend<Event> | undefined;
  readonly isNew: boolean;
};

export type CommandOptions = {
  readonly scheduler?: Scheduler;
  readonly states?: StoredStates | undefined;
  /** The newest version of each event that every running process reads; by default the newest. */
  readonly readByAll?: ReadByAll | undefined;
};

type ReadByAll = Readonly<Record<string, number>>;

/** The number of events from which on a state is kept. */
const LONG = 32;

/**
 * Load, decide, append with the revision that was read. Only a conflict on that revision is tried again, with
 * fresh state. A command whose id is in the stream already gives the same outcome as before. Throws
 * EventStoreUnavailable when the store is away: the events may have been written then, and the caller may repeat
 * the command with the same id. Make one per store: commands of this process on one stream run one after the
 * other, whichever slice they come from, so that only other processes can cause a conflict.
 */
export function createCommandDeps(
  store: EventStore,
  { scheduler = systemScheduler, states, readByAll }: CommandOptions = {},
): CommandDeps {
  const cacheOf = cachesOf(store, states);
  const inOrder = createKeyedMutex();
  const runInOrder = <State, Command, Event extends DomainEvent, Outcome>(
    task: Task<State, Command, Event, Outcome>,
  ) => inOrder(task.stream, () => run({ store, cacheOf, scheduler, readByAll }, task));
  return {
    store,
    stateOf: async (stream, fold, needs) => (await cacheOf(fold).load(stream, needs)).state,
    handle: (ctx, stream, decider, command, beforeAppend) =>
      runInOrder({ ctx, stream, decider, prepare: () => ({ command }), beforeAppend, isNew: false }),
    handlePrepared: (ctx, stream, decider, prepare) =>
      runInOrder({ ctx, stream, decider, prepare, isNew: false }),
    handleNew: (ctx, stream, decider, prepare) => runInOrder({ ctx, stream, decider, prepare, isNew: true }),
  };
}

type CacheOf = <State, Type extends DomainEvent['type']>(fold: Fold<State, Type>) => StateCache<State, Type>;

function cachesOf(store: EventStore, states: StoredStates | undefined): CacheOf {
  const caches = new Map<unknown, unknown>();
  return <State, Type extends DomainEvent['type']>(fold: Fold<State, Type>) => {
    const kept = caches.get(fold) as StateCache<State, Type> | undefined;
    const cache = kept ?? createStateCache(store, fold, { keptFrom: LONG, knowsCommands: true, states });
    caches.set(fold, cache);
    return cache;
  };
}

type Running = {
  readonly store: EventStore;
  readonly cacheOf: CacheOf;
  readonly scheduler: Scheduler;
  readonly readByAll: ReadByAll | undefined;
};

async function run<State, Command, Event extends DomainEvent, Outcome>(
  { store, cacheOf, scheduler, readByAll }: Running,
  { ctx, stream, decider, prepare, beforeAppend, isNew }: Task<State, Command, Event, Outcome>,
): Promise<CommandOutcome<Outcome>> {
  const { fold, needs } = decider;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const isUnread = isNew && tries === 0;
    const { command, condition } = await prepare(tries);
    const seen: Folded<State> | null = isUnread ? null : await cacheOf(fold).load(stream, needs);
    if (seen?.mayHave(ctx.commandId)) {
      const former = formerOutcome(decider, await store.read(stream), ctx.commandId);
      if (former) return former;
    }
    const { state, revision, position } = seen ?? { state: fold.empty(), revision: -1, position: START };
    const decision = decider.decide(command, state);
    // A command that was repeated is accepted as before, even if it would be rejected now.
    if (!decision.ok && isUnread) continue;
    if (!decision.ok) return decision;
    if (decision.value.length === 0) return { ok: true, position, value: decider.outcome(state) };
    const checked = await beforeAppend?.(decision.value);
    if (checked?.ok === false) return checked;
    const events = newEvents(ctx, decision.value, readByAll, condition);
    const appended = await store.append(stream, events, revision < 0 ? 'no stream' : revision, condition);
    if (appended.outcome === 'appended' && !(isUnread && appended.repeated)) {
      const value = await outcomeAfter({ store, stream, decider, seen }, events, appended);
      return { ok: true, position: appended.position, value };
    }
    if (!isUnread) await scheduler.pause((Math.random() * MAX_PAUSE_MS) / (tries + 1));
  }
  return rejected('conflict');
}

/** The same answer as then. */
function formerOutcome<State, Command, Event extends DomainEvent, Outcome>(
  { fold, needs, outcome }: Decider<State, Command, Event, Outcome>,
  events: readonly RecordedEvent[],
  commandId: string,
): CommandOutcome<Outcome> | undefined {
  const last = events.findLastIndex((event) => commandOf(event) === commandId);
  const { position } = events[last] ?? {};
  if (position === undefined) return undefined;
  return { ok: true, position, value: outcome(foldStored(fold, events.slice(0, last + 1), needs)) };
}

type Appending<State, Command, Event extends DomainEvent, Outcome> = {
  readonly store: EventStore;
  readonly stream: Stream<Event>;
  readonly decider: Decider<State, Command, Event, Outcome>;
  /** What was decided on; null for a new stream. */
  readonly seen: Folded<State> | null;
};

async function outcomeAfter<State, Command, Event extends DomainEvent, Outcome>(
  { store, stream, decider, seen }: Appending<State, Command, Event, Outcome>,
  events: readonly NewEvent[],
  { revision, position }: Appended,
): Promise<Outcome> {
  const { fold, needs, outcome } = decider;
  const first = revision - events.length + 1;
  const appended = events.map((event, index) => ({ ...event, stream, revision: first + index, position }));
  if (!seen) return outcome(foldStored(fold, appended));
  seen.add(appended);
  if (seen.revision === revision) return outcome(seen.state);
  // Another load has read on meanwhile.
  const upToThis = (await store.read(stream)).filter((event) => event.revision <= revision);
  return outcome(foldStored(fold, upToThis, needs));
}

/**
 * Adds ids, versions and metadata. Ids derive from the command, so that a retry writes the same events, and from the
 * revision of the condition: events that were decided anew are others.
 */
export function newEvents(
  ctx: CommandContext,
  events: readonly DomainEvent[],
  readByAll?: ReadByAll,
  condition?: AppendCondition,
): NewEvent[] {
  const decidedOn = condition ? [condition.revision] : [];
  const metadata: EventMetadata = {
    companyId: ctx.companyId,
    actorId: ctx.actorId,
    commandId: ctx.commandId,
    correlationId: ctx.correlationId,
    at: ctx.now,
    origin: ctx.origin,
  };
  return events.map(({ type, data }, index) => {
    const newest = currentVersion(type);
    const version = Math.min(readByAll?.[type] ?? newest, newest);
    const told = dataInVersion(type, data, version) as typeof data;
    return { id: derivedId(ctx.commandId, index, ...decidedOn), type, version, data: told, metadata };
  });
}

/** The same outcome with another value; a rejection stays as it is. */
export function mapOutcome<From, To>(
  outcome: CommandOutcome<From>,
  change: (value: From) => To,
): CommandOutcome<To> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
