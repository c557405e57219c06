import { describe, expect, it } from 'vitest';
import type { PayEvent } from '#contracts/events/pay.events.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { type PayCommand, statementDecider } from './statement.decider.ts';
import {
  added,
  approved,
  april,
  bonus,
  counter,
  lock,
  locked,
  march,
  read,
  returned,
} from './statement.fixture.ts';

const given = specify(statementDecider);
const may = { from: '2026-05-01', to: '2026-05-31' };
/** It begins on the last day of March. */
const overlapping = { from: march.to, to: april.to };
const approvedFor = (period: PayPeriod): PayEvent => ({ ...approved, data: { ...approved.data, ...period } });
const lockedFor = (period: PayPeriod, isImported = false): PayEvent => ({
  ...locked,
  data: { ...locked.data, ...period, isImported },
});
const addedTo = (period: PayPeriod, line = bonus): PayEvent => ({
  ...{ type: 'PayLineAdded', data: { employeeId: 'e1', ...period, line } },
});
const addTo = (period: PayPeriod): PayCommand => ({ type: 'AddLine', employeeId: 'e1', period, line: bonus });
const undoIn = (period: PayPeriod): PayCommand => ({
  ...{ type: 'UndoLine', employeeId: 'e1', lineId: 'b1', newId: 'b2', reason: 'A slip', period },
});

describe('the statement after a locked one', () => {
  it('is locked, too, when it is approved', () =>
    given(approved, locked, approvedFor(april))
      .when(lock(read(3, april)))
      .thenFollows(lockedFor(april)));

  it('begins on a later day than those that are paid', () =>
    given(approved, locked, approvedFor(overlapping))
      .when(lock(read(3, overlapping)))
      .thenRejected('earlierStatementOpen'));
});

describe('what is locked last', () => {
  it('is the later period, when an import is counted after it', () =>
    given(lockedFor(april), lockedFor(march, true)).when(addTo(april)).thenRejected('statementLocked'));

  it('is the later period, when one follows the other', () =>
    given(lockedFor(march), lockedFor(april)).when(addTo(april)).thenRejected('statementLocked'));
});

it('an approval that is returned leaves those of other statements', () => {
  given(approved, approvedFor(april), returned)
    .when(lock(read(3, april)))
    .thenFollows(lockedFor(april));
  given(approved, approvedFor(april), returned)
    .when(lock(read(3)))
    .thenRejected('statementNotApproved');
});

describe('a line of a manager', () => {
  it('is added behind what is locked', () => {
    given(locked).when(addTo(april)).thenFollows(addedTo(april));
    given(locked).when(addTo(overlapping)).thenRejected('statementLocked');
  });

  it('on an open statement is undone there, whatever is locked before', () =>
    given(addedTo(april), locked).when(undoIn(may)).thenFollows(addedTo(april, counter)));

  it('whose first day is locked is undone on the present statement', () =>
    given(addedTo(overlapping), locked).when(undoIn(may)).thenFollows(addedTo(may, counter)));
});

it('a decision answers with all that was decided on the pay of the person', () => {
  const confirmed = {
    type: 'SaleConfirmed',
    data: { employeeId: 'e1', saleId: 's1', saleRevision: 2 },
  } as const;
  const state = stateAfter(
    statementDecider,
    added,
    confirmed,
    approved,
    lockedFor(march, true),
    approvedFor(april),
  );
  expect(statementDecider.outcome(state)).toEqual({
    ...{ events: 5, lockedTo: march.to, locked: new Set([march.from]), imported: new Set([march.from]) },
    approved: new Map([[april.from, approvedFor(april).data]]),
    ...{ extras: new Map([['b1', { ...bonus, ...march }]]), undone: new Set() },
    confirmed: new Map([['s1', 2]]),
  });
});
