import { describe, it } from 'vitest';
import type { PayEvent } from '#contracts/events/pay.events.ts';
import type { StatementLine } from '#contracts/pay/statement.ts';
import { specify } from '#tests/support/given-when-then.ts';
import { type PayCommand, statementDecider } from './statement.decider.ts';
import {
  added,
  approve,
  approved,
  approvedByOwner,
  april,
  bonus,
  counter,
  lock,
  locked,
  march,
  read,
  returned,
  sale,
} from './statement.fixture.ts';

const given = specify(statementDecider);
const addLine: PayCommand = { type: 'AddLine', employeeId: 'e1', period: march, line: bonus };
const undo: PayCommand = {
  ...{ type: 'UndoLine', employeeId: 'e1', lineId: 'b1', newId: 'b2', reason: 'A slip', period: april },
};

describe('approving', () => {
  it('says what was seen', () => {
    given()
      .when(approve(read(0)))
      .thenFollows(approved);
    given()
      .when(approve(read(0), true))
      .thenFollows(approvedByOwner);
  });
  it('of what has changed since it was read is refused', () =>
    given(added)
      .when(approve(read(0)))
      .thenRejected('statementChanged'));
  it('again changes nothing, and the first approver stays', () => {
    given(approved)
      .when(approve(read(1)))
      .thenNothing();
    given(approved)
      .when(approve(read(1, { lines: [{ ...sale, since: 40 }], through: 50 })))
      .thenNothing();
    given(approved)
      .when(approve(read(1), true))
      .thenNothing();
    given(approvedByOwner)
      .when(approve(read(1), true))
      .thenNothing();
  });
  it('of what its owner approved is done by another manager', () =>
    given(approvedByOwner)
      .when(approve(read(1)))
      .thenFollows(approved));
  it('of what changed since, or was returned, is done again', () => {
    const again = { ...approved, data: { ...approved.data, through: 50 } };
    const touched = read(1, { lines: [{ ...sale, since: 41 }], through: 50 });
    given(approved).when(approve(touched)).thenFollows(again);
    given(approved)
      .when(approve(read(1, { digest: 'd2', through: 50 })))
      .thenFollows({ ...again, data: { ...again.data, digest: 'd2' } });
    given(approved, returned)
      .when(approve(read(2)))
      .thenFollows(approved);
  });
  it('of a locked statement is refused', () =>
    given(approved, locked)
      .when(approve(read(2)))
      .thenRejected('statementLocked'));
});

describe('returning to review', () => {
  const command: PayCommand = { type: 'Return', statement: read(1), reason: 'Look again' };
  it('takes the approval back', () => {
    given(approved).when(command).thenFollows(returned);
    given(approved, returned)
      .when(lock(read(2)))
      .thenRejected('statementNotApproved');
  });
  it('of what is not approved changes nothing', () => given().when(command).thenNothing());
  it('of a locked statement is refused', () =>
    given(approved, locked).when(command).thenRejected('statementLocked'));
});

describe('locking', () => {
  it('writes the lines that were approved', () =>
    given(approved)
      .when(lock(read(1)))
      .thenFollows(locked));
  it('twice changes nothing', () =>
    given(approved, locked)
      .when(lock(read(2)))
      .thenNothing());
  it('needs an approval', () =>
    given()
      .when(lock(read(0)))
      .thenRejected('statementNotApproved'));
  it('needs the approval of just these lines', () =>
    given(approved)
      .when(lock(read(1, { digest: 'd2' })))
      .thenRejected('statementChanged'));
  it('of what was decided on since it was read is refused', () =>
    given(approved, added)
      .when(lock(read(1)))
      .thenRejected('statementChanged'));
  it('of what its owner approved needs that there is no other manager', () => {
    given(approvedByOwner)
      .when(lock(read(1)))
      .thenRejected('approvedByOwner');
    given(approvedByOwner)
      .when(lock(read(1), { hasOtherManagers: false }))
      .thenFollows(locked);
  });
  it('goes in the order of the periods', () => {
    given(approved)
      .when(lock(read(1, { followsUnlocked: true })))
      .thenRejected('earlierStatementOpen');
    const february = { from: '2026-02-01', to: '2026-02-28' };
    const early: PayEvent = { ...approved, data: { ...approved.data, ...february } };
    given(approved, locked, early)
      .when(lock(read(3, february)))
      .thenRejected('earlierStatementOpen');
  });
  it('of what was paid before the company had statements needs no approval', () => {
    const facts = { ...locked.data, clawbackDays: null, isImported: true };
    given()
      .when(lock(read(0), { isImported: true, clawbackDays: null }))
      .thenFollows({ type: 'StatementLocked', data: facts });
  });
  it('carries a negative total over', () => {
    const back: StatementLine = { ...sale, kind: 'adjustment', cents: -700, dueCents: 0 };
    const carried = { ...back, kind: 'carried', dueCents: null } as const;
    given(approved)
      .when(lock(read(1, { lines: [back] })))
      .thenFollows({
        type: 'StatementLocked',
        data: { ...locked.data, lines: [back], payableCents: 0, carriedOver: [carried] },
      });
  });
});

describe('a line of a manager', () => {
  it('is added to a statement that is not locked', () => {
    given().when(addLine).thenFollows(added);
    given(approved, locked).when(addLine).thenRejected('statementLocked');
  });
  it('is undone once, by a counter line on the same statement', () => {
    const undone: PayEvent = { type: 'PayLineAdded', data: { employeeId: 'e1', ...march, line: counter } };
    given(added).when(undo).thenFollows(undone);
    given(added, undone).when(undo).thenRejected('payLineUndone');
    given().when(undo).thenRejected('noSuchPayLine');
    given(added, undone)
      .when({ ...undo, lineId: 'b2' })
      .thenRejected('noSuchPayLine');
  });
  it('on a locked statement is undone on the present one', () =>
    given(added, approved, locked)
      .when(undo)
      .thenFollows({ type: 'PayLineAdded', data: { employeeId: 'e1', ...april, line: counter } }));
});

describe('confirming a sale', () => {
  const confirm = (saleRevision: number) =>
    ({ type: 'Confirm', employeeId: 'e1', saleId: 's1', saleRevision }) as const;
  const confirmed = (saleRevision: number): PayEvent => ({
    type: 'SaleConfirmed',
    data: { employeeId: 'e1', saleId: 's1', saleRevision },
  });
  it('happens once for each change of the sale', () => {
    given().when(confirm(0)).thenFollows(confirmed(0));
    given(confirmed(0)).when(confirm(0)).thenNothing();
    given(confirmed(0)).when(confirm(2)).thenFollows(confirmed(2));
  });
});

describe('counting as paid', () => {
  const imported = { isImported: true, clawbackDays: null };
  const counted = (lines: readonly StatementLine[], payableCents: number): PayEvent => ({
    type: 'StatementLocked',
    data: {
      ...{ employeeId: 'e1', ...march, through: 40, lines: [...lines], digest: 'd1', payableCents },
      ...{ carriedOver: [], ...imported },
    },
  });
  const takenAway: StatementLine = { ...sale, kind: 'adjustment', cents: -500, dueCents: 0 };
  it('adds to what imports counted before, and takes away from it without a debt', () => {
    given(counted([sale], 500))
      .when(lock(read(1), imported))
      .thenFollows(counted([sale], 500));
    given(counted([sale], 500))
      .when(lock(read(1, { lines: [takenAway] }), imported))
      .thenFollows(counted([takenAway], -500));
  });
  it('of nothing is nothing, and never changes a statement that was paid', () => {
    given()
      .when(lock(read(0, { lines: [] }), imported))
      .thenNothing();
    given(locked)
      .when(lock(read(1), imported))
      .thenNothing();
  });
  it('of a period before those that are paid is no earlier open statement', () => {
    const inApril: PayEvent = { ...locked, data: { ...locked.data, ...april } };
    given(inApril)
      .when(lock(read(1), imported))
      .thenFollows(counted([sale], 500));
  });
});
