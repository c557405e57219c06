import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPayerLife, type PayerLife } from '#tests/support/payer-lives.ts';
import { expectedPayments } from '#tests/support/payment-oracle.ts';
import { begin, changeCard, changeSeats, endNow } from './changes.ts';
import type { Happening, Life, Step } from './life.ts';
import { liveUntil } from './renewals.ts';

/** Lives it act by act, as the provider is asked. */
function live({ acts, until }: PayerLife): { happened: Happening[]; lives: Life[] } {
  const happened: Happening[] = [];
  const lives: Life[] = [];
  const take = (step: Step | null) => {
    if (!step) return;
    happened.push(...step.happened);
    lives[lives.length - 1] = step.life;
  };
  for (const act of acts) {
    const before = lives.at(-1);
    if (before) take(liveUntil(before, act.at));
    const life = lives.at(-1);
    if (act.does === 'start') {
      if (life && life.status !== 'canceled') continue;
      const { seats, pays: cardPays } = act;
      const beginning = { id: `sub_${lives.length}`, seats, cardPays, trialDays: lives.length === 0 ? 7 : 0 };
      const begun = begin(beginning, act.at);
      if (begun) lives.push(begun.life);
      take(begun);
    } else if (life && life.status !== 'canceled') {
      if (act.does === 'seats') take(changeSeats(life, act.seats, act.at));
      if (act.does === 'card') take(changeCard(life, act.pays, act.at));
      if (act.does === 'cancel') take(endNow(life, act.at));
    }
  }
  const last = lives.at(-1);
  if (last) take(liveUntil(last, until));
  return { happened, lives };
}

const cents = (happened: readonly Happening[], kind: 'charge' | 'refund') =>
  happened.flatMap((each) => (each.kind === kind ? [BigInt(each.cents)] : []));

describe('two years of a subscription', () => {
  it('cost what they cost when they are reckoned month by month', () => {
    fc.assert(
      fc.property(anyPayerLife(), (life) => {
        const { happened } = live(life);
        const expected = expectedPayments(life);
        expect(cents(happened, 'charge')).toEqual(expected.charges);
        expect(cents(happened, 'refund')).toEqual(expected.refunds);
      }),
      { numRuns: 1500 },
    );
  });

  it('never charge a month twice, nor refund more than was charged', () => {
    fc.assert(
      fc.property(anyPayerLife(), (life) => {
        const { happened } = live(life);
        const bills = happened.flatMap((each) => (each.kind === 'billed' ? [each.invoice] : []));
        const months = bills.filter(({ reason }) => reason === 'month');
        expect(new Set(bills.map(({ id }) => id)).size).toBe(bills.length);
        const charged = happened.flatMap((each) => (each.kind === 'charge' ? [each.invoiceId] : []));
        expect(new Set(charged).size).toBe(charged.length);
        for (const [index, { period }] of months.entries()) {
          const next = months[index + 1];
          if (next) expect(next.period.start).toBeGreaterThanOrEqual(period.start);
        }
        const sum = (kind: 'charge' | 'refund') =>
          cents(happened, kind).reduce((all, each) => all + each, 0n);
        expect(sum('charge') >= sum('refund')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same however often somebody looks', () => {
    fc.assert(
      fc.property(anyPayerLife(), fc.array(fc.nat()), (life, looks) => {
        const [begun] = life.acts;
        if (begun?.does !== 'start') return;
        const { seats, pays: cardPays } = begun;
        const start = begin({ id: 'sub', seats, cardPays, trialDays: 7 }, begun.at);
        if (!start) return;
        const times = looks.map((look) => begun.at + (look % (life.until - begun.at))).sort((a, b) => a - b);
        let step: Step = start;
        for (const at of [...times, life.until]) {
          const { life: later, happened } = liveUntil(step.life, at);
          step = { life: later, happened: [...step.happened, ...happened] };
        }
        const atOnce = liveUntil(start.life, life.until);
        expect(step).toEqual({ life: atOnce.life, happened: [...start.happened, ...atOnce.happened] });
      }),
    );
  });
});
