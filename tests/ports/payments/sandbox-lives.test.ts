import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseAway } from '#platform/database.ts';
import { type Act, anyPayerLife, type PayerLife } from '#tests/support/payer-lives.ts';
import { expectedPayments } from '#tests/support/payment-oracle.ts';
import { openSandbox, type SandboxHarness } from './sandbox-harness.ts';

let harness: SandboxHarness;
beforeAll(async () => {
  harness = await openSandbox();
});
afterAll(() => harness.close());

const CUTS_IN_VAIN = 3;
/** So many calls are cut short at least. */
const ENOUGH_CUTS = 5;

type Ask = <T extends { ok: boolean }>(call: () => Promise<T>) => Promise<T>;

/** Every act twice at once, by two processes; time moves in both. */
async function live({ acts, until }: PayerLife, ask: Ask, moveTo: (at: number) => Promise<void>) {
  const companyId = randomUUID();
  const both = [harness.payments, harness.another()];
  const cards = (pays: boolean) => (pays ? harness.cards.good : harness.cards.neverPays);
  const person = { companyId, companyName: 'Acme', email: 'ada@acme.test', key: companyId };
  const customer = await ask(() => harness.payments.ensureCustomer(person));
  if (!customer.ok) throw new Error(customer.reason);
  const { customerId } = customer;
  let subscriptionId = '';

  async function perform(act: Act, key: string): Promise<void> {
    const isFirst = subscriptionId === '';
    if (act.does === 'start') {
      const { seats, pays } = act;
      const trialDays = isFirst ? 7 : 0;
      const start = { companyId, customerId, seats, key, trialDays, paymentMethodId: cards(pays) } as const;
      const started = await Promise.all(both.map((each) => ask(() => each.startSubscription(start))));
      expect(started[1]).toEqual(started[0]);
      if (started[0]?.ok) subscriptionId = started[0].subscription.id;
      return;
    }
    const calls = both.map((each) => async () => {
      if (act.does === 'seats') return each.setSeats({ subscriptionId, seats: act.seats, key });
      if (act.does === 'cancel') return each.cancel({ subscriptionId, key });
      return each.changeCard({ customerId, subscriptionId, paymentMethodId: cards(act.pays), key });
    });
    const done = await Promise.all(calls.map((call) => ask<{ ok: boolean }>(call)));
    expect(done[1]).toEqual(done[0]);
  }

  for (const [index, act] of acts.entries()) {
    await moveTo(act.at);
    await perform(act, `${companyId}-${index}`);
  }
  await moveTo(until);
  return harness.ledger(customerId);
}

async function expectReckoned(life: PayerLife, ledger: Awaited<ReturnType<SandboxHarness['ledger']>>) {
  const { charges, refunds } = expectedPayments(life);
  const cents = (kind: 'charge' | 'refund') =>
    ledger.filter((each) => each.kind === kind).map((each) => BigInt(each.cents));
  expect(cents('charge')).toEqual(charges);
  expect(cents('refund')).toEqual(refunds);
}

/**
 * At other distances each time, so that a cut falls anywhere between two statements. After a few cuts it waits
 * for the next answer: on a slow machine nothing would ever get through between two cuts.
 */
async function cutAgainAndAgain(over: AbortSignal, answers: () => number): Promise<void> {
  for (let cuts = 1, answered = 0, inVain = 0; !over.aborted; cuts++) {
    inVain = answers() > answered ? 0 : inVain + 1;
    answered = answers();
    if (inVain < CUTS_IN_VAIN) await harness.cutConnections();
    await setTimeout((cuts * 7) % 23);
  }
}

const moveTo = (at: number) => harness.moveTo(new Date(at * 1000));

describe('random lives of two years in two processes', () => {
  it('cost to the cent what they cost when they are reckoned month by month', async () => {
    const straight: Ask = (call) => call();
    await fc.assert(
      fc.asyncProperty(anyPayerLife({ most: 15 }), async (life) => {
        await expectReckoned(life, await live(life, straight, moveTo));
      }),
      { numRuns: 15 },
    );
  });

  it('the same when connections break again and again, anywhere', async () => {
    const over = new AbortController();
    let answered = 0;
    let unanswered = 0;
    const cutting = cutAgainAndAgain(over.signal, () => answered);
    const stubborn: Ask = async (call) => {
      for (;;) {
        const outcome = await call();
        if (!('reason' in outcome) || outcome.reason !== 'unavailable') {
          answered++;
          return outcome;
        }
        unanswered++;
      }
    };
    const patient = async (at: number) => {
      for (;;) {
        try {
          await moveTo(at);
          answered++;
          return;
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
          unanswered++;
        }
      }
    };
    try {
      const isReckoned = fc.asyncProperty(anyPayerLife({ most: 10 }), async (life) => {
        await expectReckoned(life, await live(life, stubborn, patient));
      });
      // Where the cuts fell between the calls, there are more lives.
      while (unanswered <= ENOUGH_CUTS) await fc.assert(isReckoned, { numRuns: 8 });
    } finally {
      over.abort();
      await cutting;
    }
  });
});
