import fc from 'fast-check';

/** A change that a company makes to its subscription; `at` in seconds since 1970. */
export type PayerAction = { readonly at: number } & (
  | { readonly kind: 'start'; readonly seats: number; readonly pays: boolean }
  | { readonly kind: 'seats'; readonly seats: number }
  | { readonly kind: 'card'; readonly pays: boolean }
  | { readonly kind: 'cancel' }
);

export type PayerHistory = { readonly actions: readonly PayerAction[]; readonly until: number };

const DAY = 86_400;
const TWO_YEARS_DAYS = 730;

const seats = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 400 }));
const pays = fc.oneof(
  { weight: 3, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('seats' as const), seats }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('card' as const), pays }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), seats, pays }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
);
/** Whole days are often the second of an invoice. */
const offset = fc.oneof(
  fc.integer({ min: 0, max: TWO_YEARS_DAYS }).map((days) => days * DAY),
  fc.integer({ min: 0, max: TWO_YEARS_DAYS * DAY }),
  fc.integer({ min: 0, max: 30 * DAY }),
);

/** Two years from a day of 2027 on, with a trial first; leap days and short months included. */
export function anyPayerHistory({ most = 40 } = {}): fc.Arbitrary<PayerHistory> {
  const startsAt = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: DAY - 1 }))
    .map(([days, seconds]) => Date.UTC(2027, 0, 1) / 1000 + days * DAY + seconds);
  const changes = fc.array(fc.tuple(offset, change), { maxLength: most });
  return fc.tuple(startsAt, seats, pays, changes).map(([at, first, paying, later]) => ({
    actions: [
      { at, kind: 'start', seats: first, pays: paying },
      ...later
        .map(([after, action]): PayerAction => ({ ...action, at: at + after }))
        .sort((one, other) => one.at - other.at),
    ],
    until: at + TWO_YEARS_DAYS * DAY,
  }));
}
