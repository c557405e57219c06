import { Temporal } from 'temporal-polyfill';
import { rounded } from './exact-arithmetic.ts';
import type { Act, PayerLife } from './payer-lives.ts';

/**
 * What a life costs, a second time: not step by step but month by month, from who had how many seats when. In
 * whole numbers of any size, with a calendar of its own; nothing is shared with the program.
 */
export type Expected = { readonly charges: readonly bigint[]; readonly refunds: readonly bigint[] };

const DAY = 86_400;
const TRIAL = 7 * DAY;
const PATIENCE = 7 * DAY;
const [BASE, SEAT] = [15_000n, 1_000n];

type Month = { readonly start: number; readonly end: number };

/** Charges and refunds in the order they happen. */
export function expectedPayments({ acts, until }: PayerLife): Expected {
  const charges: bigint[] = [];
  const refunds: bigint[] = [];
  let isFirst = true;
  for (let from = 0; from < acts.length; ) {
    const start = acts[from];
    if (start?.does !== 'start' || (!isFirst && !start.pays)) {
      from++;
      continue;
    }
    const end = oneSubscription(
      { start, isTrial: isFirst, acts: acts.slice(from + 1), until },
      charges,
      refunds,
    );
    isFirst = false;
    from = acts.findIndex(
      (act, index) => index > from && (end.act ? index > acts.indexOf(end.act) : act.at >= end.at),
    );
    if (from < 0) break;
  }
  return { charges, refunds };
}

type Told = {
  readonly start: Extract<Act, { does: 'start' }>;
  readonly isTrial: boolean;
  readonly acts: readonly Act[];
  readonly until: number;
};
/** When it ended, and by what; `Infinity` when it runs on. */
type End = { readonly at: number; readonly act: Act | null };

function oneSubscription({ start, isTrial, acts, until }: Told, charges: bigint[], refunds: bigint[]): End {
  const anchor = start.at + (isTrial ? TRIAL : 0);
  const inTrial = acts.find((act) => act.does === 'cancel' && act.at < anchor);
  if (inTrial) return { at: inTrial.at, act: inTrial };
  let carried = 0n;
  let pays = start.pays;
  let seats = BigInt(start.seats);
  let seen = 0;
  /** Acts are taken in their order: those of before the month, then those within. */
  const before = (at: number) => {
    const found = acts.slice(seen).filter((act) => act.at < at);
    seen += found.length;
    return found;
  };
  for (const act of before(anchor)) {
    if (act.does === 'seats') seats = BigInt(act.seats);
    if (act.does === 'card') pays = act.pays;
  }
  for (let index = 0; ; index++) {
    const month = { start: monthsFrom(anchor, index), end: monthsFrom(anchor, index + 1) };
    if (month.start > until) return { at: Number.POSITIVE_INFINITY, act: null };
    const bill = BASE + SEAT * seats + carried;
    let open = pays ? 0n : positive(bill);
    if (open === 0n && bill > 0n) charges.push(bill);
    const deadline = month.start + PATIENCE;
    let adjustments = positive(-bill) * -1n;
    for (const act of before(month.end)) {
      if (open > 0n && act.at >= deadline) return { at: deadline, act: null };
      switch (act.does) {
        case 'seats':
          adjustments += left(SEAT * BigInt(act.seats), month, act.at) - left(SEAT * seats, month, act.at);
          seats = BigInt(act.seats);
          break;
        case 'card':
          if (open > 0n && act.pays) charges.push(open);
          if (open > 0n && !act.pays) break;
          pays = act.pays;
          open = 0n;
          break;
        case 'cancel': {
          const owed = open + adjustments - left(BASE, month, act.at) - left(SEAT * seats, month, act.at);
          if (owed < 0n) refunds.push(-owed);
          else if (owed > 0n && open === 0n && pays) charges.push(owed);
          return { at: act.at, act };
        }
        case 'start':
          break;
      }
    }
    if (open > 0n && deadline <= until) return { at: deadline, act: null };
    if (open > 0n) return { at: Number.POSITIVE_INFINITY, act: null };
    carried = adjustments;
  }
}

/** The share of what is left of the month, to the nearest cent. */
function left(cents: bigint, { start, end }: Month, at: number): bigint {
  return rounded({ over: cents * BigInt(end - at), under: BigInt(end - start) });
}

function positive(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}

/** The same day and time of a later month, or its last day. */
function monthsFrom(anchor: number, months: number): number {
  const at = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO('UTC');
  return at.add({ months }).epochMilliseconds / 1000;
}
