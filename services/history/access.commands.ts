import { streams } from '#contracts/events/streams.ts';
import type { DomainEvent, EventData } from '#contracts/events/vocabulary.ts';
import { accepted } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome, Decider } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';

type AccessEvent = DomainEvent<'AccessNoted'>;

/** What happened, happened: there is nothing to decide. A long history is not read again for each new entry. */
const decider: Decider<null, EventData<'AccessNoted'>, AccessEvent> = {
  fold: { empty: () => null, stored: { name: 'access', version: 1 }, on: { AccessNoted: null } },
  outcome: (state) => state,
  decide: (data) => accepted([{ type: 'AccessNoted', data }]),
};

export type AccessCommands = {
  /** May be repeated with the same id. Throws UnwritableEvent while a process runs that could not read it. */
  note(ctx: CommandContext, data: EventData<'AccessNoted'>): Promise<CommandOutcome<null>>;
};

export function createAccessCommands({ handle }: Pick<CommandDeps, 'handle'>): AccessCommands {
  return {
    note: (ctx, data) => handle(ctx, streams.access(ctx.companyId, data.employeeId), decider, data),
  };
}
