import type { ClaimEvent } from '#contracts/events/claim.events.ts';
import type { EventData } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';

type Claim = {
  readonly isOpen: boolean;
  /** The position of the log behind which a change can resolve it: of what was seen, or of the reopening. */
  readonly since: number;
  readonly reopenedByPerson: boolean;
  readonly reopenedByManager: boolean;
};

/** The claims of one person, by their ids. */
export type ClaimsState = ReadonlyMap<string, Claim>;

type OfClaim = { readonly employeeId: string; readonly claimId: string };

export type ClaimsCommand =
  | { readonly type: 'Open'; readonly claim: EventData<'ClaimOpened'> }
  | (OfClaim & {
      readonly type: 'Answer';
      readonly reason: string;
      readonly resolution: number | null;
      readonly isOwn: boolean;
      /** Others could answer what its own person wants to answer. */
      readonly hasOtherManagers: boolean;
    })
  | (OfClaim & { readonly type: 'Reopen'; readonly text: string; readonly byPerson: boolean });

/** The most open claims of a person. */
export const MOST_OPEN = 20;

export const claimsDecider: Decider<ClaimsState, ClaimsCommand, ClaimEvent> = {
  fold: {
    empty: () => new Map(),
    on: {
      ClaimOpened: (state, { data: { claimId, pinned } }) =>
        new Map(state).set(claimId, {
          ...{ isOpen: true, since: pinned, reopenedByPerson: false, reopenedByManager: false },
        }),
      ClaimAnswered: (state, { data }) => changed(state, data.claimId, () => ({ isOpen: false })),
      ClaimReopened: (state, { data: { claimId, byPerson }, position }) =>
        changed(state, claimId, (claim) => ({
          ...{ isOpen: true, since: position },
          reopenedByPerson: claim.reopenedByPerson || byPerson,
          reopenedByManager: claim.reopenedByManager || !byPerson,
        })),
    },
  },

  outcome: (state) => state,

  decide(command, state) {
    switch (command.type) {
      case 'Open':
        return open(command, state);
      case 'Answer':
        return answer(command, state);
      case 'Reopen':
        return reopen(command, state);
    }
  },
};

function changed(state: ClaimsState, claimId: string, change: (claim: Claim) => Partial<Claim>): ClaimsState {
  const claim = state.get(claimId);
  return claim ? new Map(state).set(claimId, { ...claim, ...change(claim) }) : state;
}

type Command<Type> = Extract<ClaimsCommand, { readonly type: Type }>;

function open({ claim }: Command<'Open'>, state: ClaimsState): Decision<ClaimEvent> {
  if ([...state.values()].filter(({ isOpen }) => isOpen).length >= MOST_OPEN)
    return rejected('tooManyClaims');
  return accepted([{ type: 'ClaimOpened', data: claim }]);
}

function answer(command: Command<'Answer'>, state: ClaimsState): Decision<ClaimEvent> {
  const { employeeId, claimId, reason, resolution, isOwn, hasOtherManagers } = command;
  const claim = state.get(claimId);
  if (!claim) return rejected('noSuchClaim');
  if (isOwn && hasOtherManagers) return rejected('ownClaim');
  if (!claim.isOpen) return rejected('claimAnsweredBefore');
  if (reason === '' && resolution === null) return rejected('payReasonMissing');
  if (resolution !== null && resolution <= claim.since) return rejected('noSuchResolution');
  return accepted([{ type: 'ClaimAnswered', data: { employeeId, claimId, reason, resolution } }]);
}

function reopen(command: Command<'Reopen'>, state: ClaimsState): Decision<ClaimEvent> {
  const { employeeId, claimId, text, byPerson } = command;
  const claim = state.get(claimId);
  if (!claim) return rejected('noSuchClaim');
  if (claim.isOpen) return rejected('claimStillOpen');
  if (byPerson ? claim.reopenedByPerson : claim.reopenedByManager) return rejected('claimReopenedBefore');
  return accepted([{ type: 'ClaimReopened', data: { employeeId, claimId, text, byPerson } }]);
}
