import { setTimeout as sleep } from 'node:timers/promises';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { DomainEvent, StoredEvent } from '#contracts/events/vocabulary.ts';
import { type EventStore, START } from '../event-store/event-store.port.ts';
import type { CommandContext, CommandOutcome, Decider } from './command.ts';
import { refuse } from './decision.ts';
import { newEvents } from './new-events.ts';
import { createTurns, type Turns } from './turns.ts';

/** How often a command is decided before it gives up, because somebody else wrote first every time. */
const MAX_TRIES = 20;
/** Two processes in lockstep would let the same one win every time. */
const MAX_PAUSE_MS = 5;

/** Runs one command on one stream. The value is the state the command left behind. */
export type HandleCommand = <State, Command, Event extends DomainEvent>(
  ctx: CommandContext,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
) => Promise<CommandOutcome<State>>;

type History<State, Event> = { events: readonly (StoredEvent & Event)[]; state: State };

/**
 * Commands of this process on one stream take turns whichever slice they come from, so that only other
 * processes can cause a conflict; hence one queue per store and not one per handler.
 */
const turnsOf = new WeakMap<EventStore, Turns>();

/**
 * Load, decide, append with the revision that was read. Only a conflict on that revision is tried again,
 * with fresh state; after twenty it is refused as `conflict`. A command whose id is in the stream already
 * answers as it did then. Throws EventStoreUnavailable when the store is away: nothing is known then, and
 * the caller may repeat the command with the same id.
 */
export function createCommandHandler(store: EventStore): HandleCommand {
  const turns = turnsOf.get(store) ?? createTurns();
  turnsOf.set(store, turns);
  return (ctx, stream, decider, command) =>
    turns(stream, () => tryUntilSettled(store, ctx, stream, decider, command));
}

async function tryUntilSettled<State, Command, Event extends DomainEvent>(
  store: EventStore,
  ctx: CommandContext,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
): Promise<CommandOutcome<State>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { events, state } = await load(store, stream, decider);
    const former = events.findLast((event) => event.metadata.commandId === ctx.commandId);
    if (former) return { ok: true, position: former.position, value: foldUntil(decider, events, former) };

    const decision = decider.decide(command, state);
    if (!decision.ok) return decision;
    const newest = events.at(-1);
    if (decision.events.length === 0) return { ok: true, position: newest?.position ?? START, value: state };

    const expected = newest ? newest.revision : 'no stream';
    const appended = await store.append(stream, newEvents(ctx, decision.events), expected);
    if (appended.outcome === 'appended') {
      return { ok: true, position: appended.position, value: decision.events.reduce(decider.evolve, state) };
    }
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  return refuse('conflict');
}

async function load<State, Command, Event extends DomainEvent>(
  store: EventStore,
  stream: string,
  decider: Decider<State, Command, Event>,
): Promise<History<State, Event>> {
  // The stream's name says which events are in it; decodeEvent has checked that each is what it says.
  const events = (await store.read(stream)).map(decodeEvent) as (StoredEvent & Event)[];
  return { events, state: events.reduce(decider.evolve, decider.initial) };
}

function foldUntil<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly (StoredEvent & Event)[],
  last: StoredEvent,
): State {
  return events.filter((event) => event.revision <= last.revision).reduce(decider.evolve, decider.initial);
}
