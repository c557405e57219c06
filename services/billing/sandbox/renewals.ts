import { derivedId } from '#platform/ids.ts';
import { monthlyCents } from '../plan.ts';
import { announced, currentPeriod, type Happening, type Invoice, type Life, type Step } from './life.ts';

const DAY = 86_400;
const WARNING_SECONDS = 3 * DAY;
/** A bill that was not paid is tried again so many days after it was made; after the last try all ends. */
export const RETRY_DAYS: readonly number[] = [3, 5, 7];

/** When something happens next without anybody asking, in seconds since 1970; null: never again. */
export function dueAt(life: Life): number | null {
  switch (life.status) {
    case 'trialing':
      return life.trialEndTold ? life.anchor : life.anchor - WARNING_SECONDS;
    case 'active':
      return currentPeriod(life).end;
    case 'past_due':
      return life.unpaid?.tryAgainAt ?? null;
    case 'canceled':
      return null;
  }
}

/** Everything that has come due until `now`, each as of its own second, however late it is looked at. */
export function liveUntil(life: Life, now: number): Step {
  const happened: Happening[] = [];
  let current = life;
  for (let at = dueAt(current); at !== null && at <= now; at = dueAt(current)) {
    const step = next(current, at);
    happened.push(...step.happened);
    current = step.life;
  }
  return { life: current, happened };
}

function next(life: Life, at: number): Step {
  if (life.status === 'past_due') return tryAgain(life, at);
  if (life.status === 'trialing' && !life.trialEndTold) {
    return {
      life: { ...life, trialEndTold: true },
      happened: [announced('customer.subscription.trial_will_end', at)],
    };
  }
  return billMonth(life, at);
}

/** Begins the next month and asks for its money: the plan's price, what is pending, less any credit. */
export function billMonth(life: Life, at: number): Step {
  const total = monthlyCents(life.seats) + life.pendingCents - life.creditCents;
  const cents = Math.max(total, 0);
  const begun: Life = {
    ...life,
    status: 'active',
    months: life.months + 1,
    pendingCents: 0,
    creditCents: Math.max(-total, 0),
  };
  const period = currentPeriod(begun);
  const id = `in_${derivedId(life.id, 'month', period.start).replaceAll('-', '')}`;
  const invoice: Invoice = { id, reason: 'month', period, cents };
  const billed: Happening = { kind: 'billed', invoice, at };
  if (cents === 0 || life.cardPays) return { life: begun, happened: [billed, ...paid(id, cents, at)] };
  const [firstRetry = 0] = RETRY_DAYS;
  const unpaid = { invoiceId: id, since: at, cents, tries: 1, tryAgainAt: at + firstRetry * DAY };
  return { life: { ...begun, status: 'past_due', unpaid }, happened: [billed, ...notPaid(at)] };
}

/** In vain: a card that pays has paid when it was given. */
function tryAgain(life: Life, at: number): Step {
  const { unpaid } = life;
  if (!unpaid) throw new Error(`${life.id} is past due without a bill`);
  const days = RETRY_DAYS[unpaid.tries];
  if (days === undefined) return giveUp(life, at);
  const again = { ...unpaid, tries: unpaid.tries + 1, tryAgainAt: unpaid.since + days * DAY };
  return { life: { ...life, unpaid: again }, happened: notPaid(at) };
}

function giveUp(life: Life, at: number): Step {
  const invoiceId = life.unpaid?.invoiceId ?? '';
  return {
    life: { ...life, status: 'canceled', unpaid: null, pendingCents: 0, creditCents: 0, canceledAt: at },
    happened: [
      announced('invoice.payment_failed', at),
      { kind: 'settled', invoiceId, as: 'void', at },
      announced('customer.subscription.deleted', at),
    ],
  };
}

/** The open bill is paid with the card the subscription has; nothing when there is none. */
export function payUnpaid(life: Life, at: number): Step {
  if (!life.unpaid) return { life, happened: [] };
  const { invoiceId, cents } = life.unpaid;
  return { life: { ...life, status: 'active', unpaid: null }, happened: paid(invoiceId, cents, at) };
}

function paid(invoiceId: string, cents: number, at: number): Happening[] {
  return [
    ...(cents > 0 ? [{ kind: 'charge', invoiceId, cents, at } as const] : []),
    { kind: 'settled', invoiceId, as: 'paid', at },
    announced('invoice.paid', at),
    announced('customer.subscription.updated', at),
  ];
}

function notPaid(at: number): Happening[] {
  return [announced('invoice.payment_failed', at), announced('customer.subscription.updated', at)];
}
