import { streams } from '#contracts/events/streams.ts';
import type { EventData } from '#contracts/events/vocabulary.ts';
import { rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { derivedId, isId } from '#platform/ids.ts';
import { type ClaimsCommand, claimsDecider } from './claims.decider.ts';

export type NewClaim = Omit<EventData<'ClaimOpened'>, 'claimId'>;
type Given<Type extends ClaimsCommand['type']> = Omit<
  Extract<ClaimsCommand, { readonly type: Type }>,
  'type'
>;

type Outcome = Promise<CommandOutcome<{ readonly claimId: string }>>;

/** Repeating one of them with the same command id changes nothing. */
export type ClaimsCommands = {
  /** Opens a claim of the caller, `employeeId`. */
  open(ctx: CommandContext, input: NewClaim): Outcome;
  /** The route has checked that the resolution is a change of what that person is paid for. */
  answer(ctx: CommandContext, input: Given<'Answer'>): Outcome;
  reopen(ctx: CommandContext, input: Given<'Reopen'>): Outcome;
};

/** Routes check who may give them. */
export function createClaimsCommands({ handle }: Pick<CommandDeps, 'handle'>): ClaimsCommands {
  async function onClaims(ctx: CommandContext, employeeId: string, claimId: string, command: ClaimsCommand) {
    if (!isId(claimId)) return rejected('noSuchClaim');
    const outcome = await handle(ctx, streams.claims(ctx.companyId, employeeId), claimsDecider, command);
    return outcome.ok ? { ...outcome, value: { claimId } } : outcome;
  }

  return {
    async open(ctx, input) {
      const text = readShortText(input.text);
      if (!text) return rejected(text === null ? 'invalidText' : 'payReasonMissing');
      const claimId = derivedId(ctx.commandId, 'claim');
      const claim = { ...input, text, claimId };
      return onClaims(ctx, input.employeeId, claimId, { type: 'Open', claim });
    },

    async answer(ctx, input) {
      const reason = readShortText(input.reason);
      if (reason === null) return rejected('invalidText');
      return onClaims(ctx, input.employeeId, input.claimId, { type: 'Answer', ...input, reason });
    },

    async reopen(ctx, input) {
      const text = readShortText(input.text);
      if (!text) return rejected(text === null ? 'invalidText' : 'payReasonMissing');
      return onClaims(ctx, input.employeeId, input.claimId, { type: 'Reopen', ...input, text });
    },
  };
}
