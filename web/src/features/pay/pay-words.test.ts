import { describe, expect, it, test } from 'vitest';
import { aLine, aSummary } from '../../testing/pay.ts';
import {
  carriedOverText,
  explanationsOf,
  exposureText,
  isChanged,
  isOfSale,
  missingText,
  notesOf,
  otherDatesText,
  reviewText,
  stateText,
} from './pay-words.ts';

describe('the state of a statement in words', () => {
  it.each([
    [aSummary({ state: 'open' }), 'Grows until Mar 8, 2026'],
    [aSummary(), 'The period is over. A manager looks at the statement'],
    [aSummary({ state: 'paid', locked_at: '2026-03-10T15:00:00Z' }), 'Paid on Mar 10, 2026'],
    [aSummary({ state: 'imported' }), 'Paid before the company paid by statements'],
    [
      aSummary({ changed: true, approved_total: 80.5 }),
      'Changed after its approval with $80.50. It has to be approved again',
    ],
    [aSummary({ returned_for: 'Two doubts' }), 'Returned to review: Two doubts'],
  ])('%#', (statement, text) => expect(stateText(statement)).toBe(text));

  it('names the approval where it is known', () => {
    const approved = aSummary({ state: 'approved', approved_at: '2026-03-09T15:00:00Z' });
    expect(stateText(approved)).toBe('Approved on Mar 9, 2026');
    const named = { ...approved, approved_by_name: 'Mona Lee' };
    expect(stateText(named)).toBe('Approved by Mona Lee on Mar 9, 2026');
    expect(stateText({ ...named, state: 'paid', locked_at: '2026-03-10T15:00:00Z' })).toBe(
      'Paid on Mar 10, 2026, approved by Mona Lee',
    );
    expect(stateText({ ...named, is_own: true })).toBe(
      'Approved by the person it pays, the only manager on Mar 9, 2026',
    );
  });

  it('has no reason for a review that is the first', () => expect(reviewText(aSummary())).toBeNull());
});

test('only words that the lines have are explained, each once', () => {
  expect(explanationsOf([aLine(), aLine({ kind: 'bonus' })])).toEqual([]);
  const adjusted = aLine({ kind: 'adjustment', waived: -20 });
  expect(explanationsOf([adjusted, adjusted, aLine({ kind: 'carried' })]).map(([word]) => word)).toEqual([
    ...['Adjustment', 'Carried', 'Not taken back'],
  ]);
});

test('an amount that is not taken back is said, also when the sale has regained it', () => {
  expect(notesOf(aSummary(), aLine())).toEqual([]);
  expect(notesOf(aSummary(), aLine({ waived: -20 }))).toEqual(['$20.00 not taken back']);
  expect(notesOf(aSummary(), aLine({ waived: 20 }))).toEqual([
    expect.stringMatching(/^\$20\.00 was not taken back before/),
  ]);
});

test('an adjustment says where its sale was paid, and what changed it', () => {
  const adjusts = {
    ...{ from: '2026-03-02', rate: 10 },
    ...{ at: '2026-03-12T15:00:00Z', cause: 'Price from $500.00 to $400.00' },
  };
  expect(notesOf(aSummary(), aLine({ adjusts }))).toEqual([
    'Was paid at 10 % on the statement from Mar 2, 2026. Mar 12, 2026: Price from $500.00 to $400.00',
  ]);
});

test('a statement that changed after its approval says which lines are new', () => {
  const changed = aSummary({ changed: true, approved_through: 20 });
  expect(notesOf(changed, aLine({ since: 20 }))).toEqual([]);
  expect(notesOf(changed, aLine({ since: 21 }))).toEqual(['Changed since the approval']);
  expect(notesOf(aSummary({ approved_through: 20 }), aLine({ since: 21 }))).toEqual([]);
});

test('a negative total says what it leaves', () => {
  expect(carriedOverText({ carried_over: 0 })).toBeNull();
  expect(carriedOverText({ carried_over: -12.5 })).toContain('-$12.50 is carried over');
});

test('a carried line is of a sale where it has a campaign', () => {
  expect(isOfSale(aLine({ kind: 'carried', due: null }))).toBe(true);
  expect(isOfSale(aLine({ kind: 'carried', due: null, campaign: '' }))).toBe(false);
  expect(isOfSale(aLine({ kind: 'bonus', due: null, campaign: '' }))).toBe(false);
});

describe('what a payroll is missing', () => {
  const none = { isOver: true, people: 3, inReview: 0, approved: 0 };
  it.each([
    [{ ...none, isOver: false }, 'The period lasts until Mar 8, 2026. Approve the statements after that.'],
    [{ ...none, people: 0 }, 'There is nothing to pay.'],
    [{ ...none, inReview: 1 }, 'Missing: 1 statement to approve.'],
    [{ ...none, inReview: 2, approved: 1 }, 'Missing: 2 statements to approve, 1 statement to lock and pay.'],
    [none, 'All is paid.'],
  ])('%#', (totals, text) => expect(missingText(totals, '2026-03-08')).toBe(text));
});

test('what can be taken back has an end, or none; nothing is not mentioned', () => {
  expect(exposureText({ amount: 236.1, until: '2026-06-14T15:00:00Z' })).toBe(
    'Up to $236.10 can still be taken back, nothing after Jun 14, 2026.',
  );
  expect(exposureText({ amount: 236.1, until: null })).toBe('Up to $236.10 can still be taken back.');
  expect(exposureText({ amount: 0, until: null })).toBeNull();
});

test('a sale has changed when it is due another amount than it was paid for', () => {
  expect(isChanged(aLine())).toBe(false);
  expect(isChanged(aLine({ due_now: 0 }))).toBe(true);
  expect(isChanged(aLine({ kind: 'bonus', due: null, due_now: null }))).toBe(false);
});

test('ticked sales of other dates are mentioned', () => {
  expect(otherDatesText(0)).toBeNull();
  expect(otherDatesText(1)).toMatch(/^1 of these sales has an earlier date/);
  expect(otherDatesText(2)).toMatch(/^2 of these sales have an earlier date/);
});
