import { rounded } from '#tests/support/exact-arithmetic.ts';
import type { PayerAction, PayerHistory } from './payer-histories.ts';

/**
 * The cost of a history, calculated a second time: month by month from the seats in it, not step by step. It uses
 * integers of any size and its own calendar, and shares no code with the program.
 */
export type Expected = { readonly charges: readonly bigint[]; readonly refunds: readonly bigint[] };

const DAY = 86_400;
const TRIAL = 7 * DAY;
/** After so long an unpaid subscription ends. */
const GRACE = 7 * DAY;
const [BASE, SEAT] = [15_000n, 1_000n];

type Month = { readonly start: number; readonly end: number };

/** Charges and refunds in the order they happen. */
export function expectedPayments({ actions, until }: PayerHistory): Expected {
  const charges: bigint[] = [];
  const refunds: bigint[] = [];
  let isFirst = true;
  for (let from = 0; from < actions.length; ) {
    const start = actions[from];
    if (start?.kind !== 'start' || (!isFirst && !start.pays)) {
      from++;
      continue;
    }
    const end = oneSubscription(
      { start, isTrial: isFirst, actions: actions.slice(from + 1), until },
      charges,
      refunds,
    );
    isFirst = false;
    from = actions.findIndex(
      (action, index) =>
        index > from && (end.action ? index > actions.indexOf(end.action) : action.at >= end.at),
    );
    if (from < 0) break;
  }
  return { charges, refunds };
}

type SubscriptionHistory = {
  readonly start: Extract<PayerAction, { kind: 'start' }>;
  readonly isTrial: boolean;
  /** After the start. */
  readonly actions: readonly PayerAction[];
  readonly until: number;
};
/** When the subscription ended and the action that ended it; `Infinity` when it still runs. */
type End = { readonly at: number; readonly action: PayerAction | null };

function oneSubscription(
  { start, isTrial, actions, until }: SubscriptionHistory,
  charges: bigint[],
  refunds: bigint[],
): End {
  const anchor = start.at + (isTrial ? TRIAL : 0);
  const inTrial = actions.find((action) => action.kind === 'cancel' && action.at < anchor);
  if (inTrial) return { at: inTrial.at, action: inTrial };
  let carried = 0n;
  let pays = start.pays;
  let seats = BigInt(start.seats);
  let seen = 0;
  /** The next actions before `at`, in their order. */
  const before = (at: number) => {
    const found = actions.slice(seen).filter((action) => action.at < at);
    seen += found.length;
    return found;
  };
  for (const action of before(anchor)) {
    if (action.kind === 'seats') seats = BigInt(action.seats);
    if (action.kind === 'card') pays = action.pays;
  }
  for (let index = 0; ; index++) {
    const month = { start: monthsFrom(anchor, index), end: monthsFrom(anchor, index + 1) };
    if (month.start > until) return { at: Number.POSITIVE_INFINITY, action: null };
    const invoice = BASE + SEAT * seats + carried;
    let open = pays ? 0n : positive(invoice);
    if (open === 0n && invoice > 0n) charges.push(invoice);
    const deadline = month.start + GRACE;
    let adjustments = positive(-invoice) * -1n;
    for (const action of before(month.end)) {
      if (open > 0n && action.at >= deadline) return { at: deadline, action: null };
      switch (action.kind) {
        case 'seats':
          adjustments +=
            left(SEAT * BigInt(action.seats), month, action.at) - left(SEAT * seats, month, action.at);
          seats = BigInt(action.seats);
          break;
        case 'card':
          if (open > 0n && action.pays) charges.push(open);
          if (open > 0n && !action.pays) break;
          pays = action.pays;
          open = 0n;
          break;
        case 'cancel': {
          const unused = left(BASE, month, action.at) + left(SEAT * seats, month, action.at);
          const owed = open + adjustments - unused;
          if (owed < 0n) refunds.push(-owed);
          else if (owed > 0n && open === 0n && pays) charges.push(owed);
          return { at: action.at, action };
        }
        case 'start':
          break;
      }
    }
    if (open > 0n && deadline <= until) return { at: deadline, action: null };
    if (open > 0n) return { at: Number.POSITIVE_INFINITY, action: null };
    carried = adjustments;
  }
}

/** The share of the rest of the month, to the nearest cent. */
function left(cents: bigint, { start, end }: Month, at: number): bigint {
  return rounded({ over: cents * BigInt(end - at), under: BigInt(end - start) });
}

function positive(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}

/** The same day and time of a later month, or its last day, in UTC. */
function monthsFrom(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}
