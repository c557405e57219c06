import { expect, it } from 'vitest';
import { addedLineOf, lockedStatementOf } from './statement-check.ts';

const line = { kind: 'earned', id: 's1', cents: 800, waivedCents: 0, dueCents: 800, since: 1 };
const statement = {
  ...{ employeeId: 'ada', from: '2026-03-01', to: '2026-03-31', lines: [line], digest: 'd1' },
  ...{ payableCents: 800, isImported: false },
};
const bonus = { employeeId: 'ada', line: { lineId: 'b1', cents: 50, reason: 'A long week' } };

it('a locked statement is read as its event says', () => {
  expect(lockedStatementOf({ type: 'StatementLocked', data: statement })).toEqual(statement);
  const empty = { ...statement, lines: [] };
  expect(lockedStatementOf({ type: 'StatementLocked', data: empty })).toEqual(empty);
});

it('an event of another type locks nothing', () =>
  expect(lockedStatementOf({ type: 'StatementApproved', data: statement })).toBeNull());

it.each([
  ...[null, 7, [], {}],
  ...['employeeId', 'from', 'to', 'digest', 'payableCents', 'lines'].map((part) => ({
    ...statement,
    [part]: null,
  })),
  { ...statement, payableCents: '800' },
  { ...statement, lines: 7 },
  { ...statement, lines: [line, null] },
  ...['kind', 'id'].map((part) => ({ ...statement, lines: [line, { ...line, [part]: 7 }] })),
  ...['cents', 'waivedCents', 'since'].map((part) => ({ ...statement, lines: [{ ...line, [part]: '7' }] })),
])('no statement is read from %j', (data) =>
  expect(lockedStatementOf({ type: 'StatementLocked', data })).toBeNull(),
);

it('an added line is read as its event says', () => {
  const read = { employeeId: 'ada', lineId: 'b1', cents: 50, reason: 'A long week' };
  expect(addedLineOf({ type: 'PayLineAdded', data: bonus })).toEqual(read);
});

it.each([null, 7])('an added line stays when its reason is erased, or is no text: %j', (reason) => {
  const read = { employeeId: 'ada', lineId: 'b1', cents: 50, reason: null };
  const data = { ...bonus, line: { ...bonus.line, reason } };
  expect(addedLineOf({ type: 'PayLineAdded', data })).toEqual(read);
});

it('an event of another type adds no line', () =>
  expect(addedLineOf({ type: 'StatementLocked', data: bonus })).toBeNull());

it.each([
  ...[null, 7, {}],
  { employeeId: 'ada', line: null },
  { ...bonus, employeeId: null },
  { ...bonus, line: { ...bonus.line, lineId: 7 } },
  { ...bonus, line: { ...bonus.line, cents: '50' } },
])('no added line is read from %j', (data) => expect(addedLineOf({ type: 'PayLineAdded', data })).toBeNull());
