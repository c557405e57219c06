import fc from 'fast-check';

/** What a company does about its subscription; `at` in seconds since 1970. */
export type Act = { readonly at: number } & (
  | { readonly does: 'start'; readonly seats: number; readonly pays: boolean }
  | { readonly does: 'seats'; readonly seats: number }
  | { readonly does: 'card'; readonly pays: boolean }
  | { readonly does: 'cancel' }
);

export type PayerLife = { readonly acts: readonly Act[]; readonly until: number };

const DAY = 86_400;
export const TWO_YEARS_DAYS = 730;

const seats = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 400 }));
const pays = fc.oneof(
  { weight: 3, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('seats' as const), seats }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('card' as const), pays }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('start' as const), seats, pays }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const) }) },
);
/** On the second of a bill as often as anywhere else. */
const offset = fc.oneof(
  fc.integer({ min: 0, max: TWO_YEARS_DAYS }).map((days) => days * DAY),
  fc.integer({ min: 0, max: TWO_YEARS_DAYS * DAY }),
  fc.integer({ min: 0, max: 30 * DAY }),
);

/** Two years from a day of 2027 on, with a trial first; leap days and short months included. */
export function anyPayerLife({ most = 40 } = {}): fc.Arbitrary<PayerLife> {
  const begin = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: DAY - 1 }))
    .map(([days, seconds]) => Date.UTC(2027, 0, 1) / 1000 + days * DAY + seconds);
  const acts = fc.array(fc.tuple(offset, deed), { maxLength: most });
  return fc.tuple(begin, seats, pays, acts).map(([at, first, paying, later]) => ({
    acts: [
      { at, does: 'start', seats: first, pays: paying },
      ...later
        .map(([after, does]): Act => ({ ...does, at: at + after }))
        .sort((one, other) => one.at - other.at),
    ],
    until: at + TWO_YEARS_DAYS * DAY,
  }));
}
