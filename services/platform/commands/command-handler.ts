import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainEvent, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { type EventStore, START } from '../event-store/event-store.port.ts';
import type { CommandContext, CommandOutcome, Decider } from './command.ts';
import { refuse } from './decision.ts';
import { createHistories, type Histories } from './histories.ts';
import { newEvents } from './new-events.ts';
import { createTurns, type Turns } from './turns.ts';

/** How often a command is decided before it gives up, because somebody else wrote first every time. */
const MAX_TRIES = 200;
/**
 * Two processes in lockstep would let the same one win every time. The pause gets shorter with every try, so
 * that who has lost often comes before who has just arrived.
 */
const MAX_PAUSE_MS = 5;

/**
 * What must be so outside the stream for these facts to be written; else the code of the refusal. Asked once
 * they are decided and right before they are appended, so possibly several times for one command.
 */
export type BeforeAppend<Event extends DomainEvent> = (
  events: readonly Event[],
) => Promise<MessageCode | null>;

/** Runs one command on one stream. The value is the state the command left behind. */
export type HandleCommand = <State, Command, Event extends DomainEvent>(
  ctx: CommandContext,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
  beforeAppend?: BeforeAppend<Event>,
) => Promise<CommandOutcome<State>>;

type Shared = { readonly turns: Turns; readonly histories: Histories };

/**
 * Commands of this process on one stream take turns whichever slice they come from, so that only other
 * processes can cause a conflict, and they share what was read; hence one of each per store and not one per
 * handler.
 */
const sharedBy = new WeakMap<EventStore, Shared>();

/**
 * Load, decide, append with the revision that was read. Only a conflict on that revision is tried again,
 * with fresh state; after two hundred it is refused as `conflict`. A command whose id is in the stream already
 * answers as it did then. Throws EventStoreUnavailable when the store is away: nothing is known then, and
 * the caller may repeat the command with the same id.
 */
export function createCommandHandler(store: EventStore): HandleCommand {
  const shared = sharedBy.get(store) ?? { turns: createTurns(), histories: createHistories(store) };
  sharedBy.set(store, shared);
  return (ctx, stream, decider, command, beforeAppend) =>
    shared.turns(stream, () =>
      tryUntilSettled({ store, ...shared }, ctx, stream, decider, command, beforeAppend),
    );
}

async function tryUntilSettled<State, Command, Event extends DomainEvent>(
  { store, histories }: { store: EventStore; histories: Histories },
  ctx: CommandContext,
  stream: string,
  decider: Decider<State, Command, Event>,
  command: Command,
  beforeAppend: BeforeAppend<Event> | undefined,
): Promise<CommandOutcome<State>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // The stream's name says which events are in it; decoding has checked that each is what it says.
    const events = (await histories.load(stream)) as readonly (StoredEvent & Event)[];
    const former = events.findLast((event) => event.metadata.commandId === ctx.commandId);
    if (former) return { ok: true, position: former.position, value: foldUntil(decider, events, former) };

    const state = events.reduce(decider.evolve, decider.initial);
    const decision = decider.decide(command, state);
    if (!decision.ok) return decision;
    const newest = events.at(-1);
    if (decision.events.length === 0) return { ok: true, position: newest?.position ?? START, value: state };

    const refused = beforeAppend ? await beforeAppend(decision.events) : null;
    if (refused !== null) return refuse(refused);
    const expected = newest ? newest.revision : 'no stream';
    const appended = await store.append(stream, newEvents(ctx, decision.events), expected);
    if (appended.outcome === 'appended') {
      return { ok: true, position: appended.position, value: decision.events.reduce(decider.evolve, state) };
    }
    await sleep((Math.random() * MAX_PAUSE_MS) / (tries + 1));
  }
  return refuse('conflict');
}

function foldUntil<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly (StoredEvent & Event)[],
  last: StoredEvent,
): State {
  return events.filter((event) => event.revision <= last.revision).reduce(decider.evolve, decider.initial);
}
