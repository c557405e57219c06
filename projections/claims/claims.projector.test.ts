import { expect, test } from 'vitest';
import { COMPANY, projected } from '#tests/projections/projected.ts';
import { claims } from './claims.projector.ts';

type Told = Parameters<typeof projected>[1];

const at = (moment: string, actorId: string) => ({ metadata: { companyId: COMPANY, at: moment, actorId } });
const opened: Told = {
  type: 'ClaimOpened',
  data: {
    ...{ claimId: 'k1', employeeId: 'e1', kind: 'line', saleId: 's1', lineId: null, date: null },
    ...{ from: '2026-03-01', seenCents: 500, pinned: 40, text: 'It was more' },
  },
  ...at('2026-03-10T10:00:00.000Z', 'e1'),
};
const answered: Told = {
  type: 'ClaimAnswered',
  data: { claimId: 'k1', employeeId: 'e1', reason: 'It was not', resolution: 44 },
  ...at('2026-03-11T10:00:00.000Z', 'm1'),
};
const reopened = (byPerson: boolean, text: string): Told => ({
  type: 'ClaimReopened',
  data: { claimId: 'k1', employeeId: 'e1', text, byPerson },
});

function claimAfter(...events: readonly Told[]) {
  const { rowsOf, aside } = projected(claims, ...events);
  expect(aside).toEqual([]);
  return rowsOf('claims')[0];
}

test('a claim is open with what was pinned', () =>
  expect(claimAfter(opened)).toEqual({
    ...{ company_id: COMPANY, claim_id: 'k1', employee_id: 'e1', kind: 'line', sale_id: 's1', line_id: null },
    ...{ date: null, period_from: '2026-03-01', seen_cents: 500, pinned: 40, text: 'It was more' },
    ...{ opened_at: '2026-03-10T10:00:00.000Z', is_open: true, answer: null, answered_by: null },
    ...{ answered_at: null, resolution: null, person_again: null, manager_again: null, since: 1 },
  }));

test('an answered claim has the answer, its author and the change', () =>
  expect(claimAfter(opened, answered)).toMatchObject({
    ...{ is_open: false, answer: 'It was not', answered_by: 'm1', resolution: 44, since: 2 },
    answered_at: '2026-03-11T10:00:00.000Z',
  }));

test('a claim that is open again keeps the answer, and says why it is', () => {
  expect(claimAfter(opened, answered, reopened(true, 'Look again'))).toMatchObject({
    ...{ is_open: true, answer: 'It was not', person_again: 'Look again', manager_again: null },
  });
  expect(
    claimAfter(opened, answered, reopened(true, 'Look again'), answered, reopened(false, 'We do')),
  ).toMatchObject({ person_again: 'Look again', manager_again: 'We do' });
});

test('former states stay', () => {
  const { rowsOf } = projected(claims, opened, answered, reopened(true, 'Look again'));
  expect(rowsOf('past_claims')).toMatchObject([
    { is_open: true, since: 1, until: 2 },
    { is_open: false, since: 2, until: 3 },
  ]);
});

test('an answer to an unknown claim is set aside', () =>
  expect(projected(claims, answered).aside).toHaveLength(1));
