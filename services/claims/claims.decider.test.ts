import { describe, expect, it } from 'vitest';
import type { ClaimEvent } from '#contracts/events/claim.events.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { type ClaimsCommand, claimsDecider, MOST_OPEN } from './claims.decider.ts';

const given = specify(claimsDecider);
const PIN = 40;
const AGAIN_AT = 50;

const claim = (claimId = 'k1') => ({
  ...({ claimId, employeeId: 'e1', kind: 'line', saleId: 's1', lineId: null, date: null } as const),
  ...{ from: '2026-03-01', seenCents: 500, pinned: PIN, text: 'It was more' },
});
const opened = (claimId = 'k1'): ClaimEvent => ({ type: 'ClaimOpened', data: claim(claimId) });
const answered: ClaimEvent = {
  type: 'ClaimAnswered',
  data: { claimId: 'k1', employeeId: 'e1', reason: 'It was not', resolution: null },
};
/** At its place in the log. */
const reopened = (byPerson: boolean): ClaimEvent & { readonly position: number } => ({
  ...{ type: 'ClaimReopened', data: { claimId: 'k1', employeeId: 'e1', text: 'Look again', byPerson } },
  position: AGAIN_AT,
});

type Answer = Extract<ClaimsCommand, { type: 'Answer' }>;
const open = (claimId = 'k1'): ClaimsCommand => ({ type: 'Open', claim: claim(claimId) });
const answer = (changes: Partial<Answer> = {}): ClaimsCommand => ({
  ...{ type: 'Answer', employeeId: 'e1', claimId: 'k1', reason: 'It was not', resolution: null },
  ...{ isOwn: false, hasOtherManagers: true, ...changes },
});
const reopen = (byPerson: boolean): ClaimsCommand => ({
  ...{ type: 'Reopen', employeeId: 'e1', claimId: 'k1', text: 'Look again', byPerson },
});

describe('a claim', () => {
  it('is opened with what was seen', () => given().when(open()).thenFollows(opened()));

  it('is refused beside 20 open ones, and not beside answered ones', () => {
    const others = Array.from({ length: MOST_OPEN - 1 }, (_, n) => opened(`other ${n}`));
    given(...others, opened())
      .when(open('new'))
      .thenRejected('tooManyClaims');
    given(...others, opened(), answered)
      .when(open('new'))
      .thenFollows(opened('new'));
  });
});

it('a change answers with the claims of the person as they are then', () => {
  const state = stateAfter(claimsDecider, opened(), opened('k2'), answered, reopened(true), answered);
  const claims = claimsDecider.outcome(state);
  expect(claims).toEqual(
    new Map([
      ['k1', { isOpen: false, since: AGAIN_AT, reopenedByPerson: true, reopenedByManager: false }],
      ['k2', { isOpen: true, since: PIN, reopenedByPerson: false, reopenedByManager: false }],
    ]),
  );
});

describe('an answer', () => {
  it('has a reason, a resolution, or both', () => {
    given(opened()).when(answer()).thenFollows(answered);
    const data = { claimId: 'k1', employeeId: 'e1', reason: '', resolution: PIN + 1 };
    given(opened())
      .when(answer({ reason: '', resolution: PIN + 1 }))
      .thenFollows({ type: 'ClaimAnswered', data });
    given(opened())
      .when(answer({ resolution: PIN + 1 }))
      .thenFollows({ type: 'ClaimAnswered', data: { ...data, reason: 'It was not' } });
    given(opened())
      .when(answer({ reason: '' }))
      .thenRejected('payReasonMissing');
  });

  it('is given once, to a claim that exists', () => {
    given().when(answer()).thenRejected('noSuchClaim');
    given(opened(), answered).when(answer()).thenRejected('claimAnsweredBefore');
  });

  it('names a change behind the pin, and behind the reopening', () => {
    given(opened())
      .when(answer({ resolution: PIN }))
      .thenRejected('noSuchResolution');
    given(opened(), answered, reopened(true))
      .when(answer({ resolution: AGAIN_AT }))
      .thenRejected('noSuchResolution');
    const data = { claimId: 'k1', employeeId: 'e1', reason: 'It was not', resolution: AGAIN_AT + 1 };
    given(opened(), answered, reopened(true))
      .when(answer({ resolution: AGAIN_AT + 1 }))
      .thenFollows({ type: 'ClaimAnswered', data });
  });

  it('to the own claim is for the only manager', () => {
    given(opened())
      .when(answer({ isOwn: true }))
      .thenRejected('ownClaim');
    given(opened())
      .when(answer({ isOwn: true, hasOtherManagers: false }))
      .thenFollows(answered);
  });
});

describe('an answered claim', () => {
  const bare = (byPerson: boolean): ClaimEvent => {
    const { type, data } = reopened(byPerson);
    return { type, data } as ClaimEvent;
  };

  it.each([true, false])('goes on once by each side; by its person: %s', (byPerson) => {
    given(opened(), answered).when(reopen(byPerson)).thenFollows(bare(byPerson));
    given(opened(), answered, reopened(byPerson), answered)
      .when(reopen(byPerson))
      .thenRejected('claimReopenedBefore');
    given(opened(), answered, reopened(byPerson), answered)
      .when(reopen(!byPerson))
      .thenFollows(bare(!byPerson));
  });

  it('is none while it is open, or unknown', () => {
    given(opened()).when(reopen(true)).thenRejected('claimStillOpen');
    given().when(reopen(true)).thenRejected('noSuchClaim');
  });
});
