import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDatabaseAway } from '#platform/database-errors.ts';
import { anyPayerHistory, type PayerAction, type PayerHistory } from '#tests/billing/payer-histories.ts';
import { expectedPayments } from '#tests/billing/payment-oracle.ts';
import { openSandbox, type SandboxHarness } from './sandbox-harness.ts';

let harness: SandboxHarness;
beforeEach(async () => {
  harness = await openSandbox();
});
afterEach(() => harness.close());

/** After so many cuts without an answer in between, the next cut waits for an answer. */
const MAX_CUTS_WITHOUT_ANSWER = 3;
const MIN_INTERRUPTED_CALLS = 5;

type Call = <T extends { ok: boolean }>(call: () => Promise<T>) => Promise<T>;

/** Makes every call twice at once, from two processes; time moves in both. */
async function replay({ actions, until }: PayerHistory, call: Call, moveTo: (at: number) => Promise<void>) {
  const companyId = randomUUID();
  const both = [harness.payments, harness.another()];
  const cards = (pays: boolean) => (pays ? harness.cards.good : harness.cards.neverPays);
  const company = { companyId, companyName: 'Acme', email: 'ada@acme.test', key: companyId };
  const customer = await call(() => harness.payments.ensureCustomer(company));
  if (!customer.ok) throw new Error(customer.code);
  const { customerId } = customer;
  let subscriptionId = '';

  async function perform(action: PayerAction, key: string): Promise<void> {
    const isFirst = subscriptionId === '';
    if (action.kind === 'start') {
      const { seats, pays } = action;
      const trialDays = isFirst ? 7 : 0;
      const start = { companyId, customerId, seats, key, trialDays, paymentMethodId: cards(pays) } as const;
      const started = await Promise.all(both.map((each) => call(() => each.startSubscription(start))));
      expect(started[1]).toEqual(started[0]);
      if (started[0]?.ok) subscriptionId = started[0].subscription.id;
      return;
    }
    const calls = both.map((each) => async () => {
      if (action.kind === 'seats') return each.setSeats({ subscriptionId, seats: action.seats, key });
      if (action.kind === 'cancel') return each.cancel({ subscriptionId, key });
      return each.changeCard({ customerId, subscriptionId, paymentMethodId: cards(action.pays), key });
    });
    const outcomes = await Promise.all(calls.map((each) => call<{ ok: boolean }>(each)));
    expect(outcomes[1]).toEqual(outcomes[0]);
  }

  for (const [index, action] of actions.entries()) {
    await moveTo(action.at);
    await perform(action, `${companyId}-${index}`);
  }
  await moveTo(until);
  return harness.ledger(customerId);
}

function expectCalculated(history: PayerHistory, ledger: Awaited<ReturnType<SandboxHarness['ledger']>>) {
  const { charges, refunds } = expectedPayments(history);
  const cents = (kind: 'charge' | 'refund') =>
    ledger.filter((entry) => entry.kind === kind).map((entry) => BigInt(entry.cents));
  expect(cents('charge')).toEqual(charges);
  expect(cents('refund')).toEqual(refunds);
}

/**
 * The pauses differ, so that a cut falls between any two statements. After a few cuts it waits for the next answer:
 * on a slow machine no call would ever complete between two cuts.
 */
async function cutRepeatedly(end: AbortSignal, answers: () => number): Promise<void> {
  for (let cuts = 1, answered = 0, unanswered = 0; !end.aborted; cuts++) {
    unanswered = answers() > answered ? 0 : unanswered + 1;
    answered = answers();
    if (unanswered < MAX_CUTS_WITHOUT_ANSWER) await harness.cutConnections();
    await setTimeout((cuts * 7) % 23);
  }
}

const moveTo = (at: number) => harness.moveTo(new Date(at * 1000));

describe('random histories of two years in two processes', () => {
  it('cost to the cent the same as when calculated month by month', async () => {
    const once: Call = (call) => call();
    await fc.assert(
      fc.asyncProperty(anyPayerHistory({ most: 15 }), async (history) => {
        expectCalculated(history, await replay(history, once, moveTo));
      }),
      { numRuns: 15 },
    );
  });

  it('cost the same when connections break repeatedly between any two statements', async () => {
    const end = new AbortController();
    let answered = 0;
    let interrupted = 0;
    const cutting = cutRepeatedly(end.signal, () => answered);
    const untilAnswered: Call = async (call) => {
      for (;;) {
        const outcome = await call();
        if (!('code' in outcome) || outcome.code !== 'unavailable') {
          answered++;
          return outcome;
        }
        interrupted++;
      }
    };
    const moveUntilDone = async (at: number) => {
      for (;;) {
        try {
          await moveTo(at);
          answered++;
          return;
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
          interrupted++;
        }
      }
    };
    try {
      const property = fc.asyncProperty(anyPayerHistory({ most: 10 }), async (history) => {
        expectCalculated(history, await replay(history, untilAnswered, moveUntilDone));
      });
      // When the cuts fell between the calls, it runs more histories.
      while (interrupted <= MIN_INTERRUPTED_CALLS) await fc.assert(property, { numRuns: 8 });
    } finally {
      end.abort();
      await cutting;
    }
  });
});
