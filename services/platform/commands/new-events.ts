import type { EventMetadata } from '#contracts/events/metadata.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { currentVersion } from '#contracts/events/vocabulary.ts';
import type { NewEvent } from '../event-store/event-store.port.ts';
import { derivedId } from '../ids.ts';
import type { CommandContext } from './command.ts';

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
