import { expect, it } from 'vitest';
import { guardOutages } from './outage-guard.ts';
import type { Payments } from './payments.port.ts';

type Answer = 'away' | 'none' | 'bug';

/** A provider that only knows whether there is a subscription, and how often it was asked. */
function provider() {
  const state = { answer: 'none' as Answer, asked: 0, time: 0 };
  const asks: Pick<Payments, 'subscription'> = {
    async subscription() {
      state.asked += 1;
      if (state.answer === 'bug') throw new Error('a bug');
      if (state.answer === 'away') return { ok: false, reason: 'unavailable' };
      return { ok: true, subscription: null };
    },
  };
  const guarded = guardOutages(asks as Payments, () => state.time);
  return { state, ask: () => guarded.subscription('sub') };
}

it('asks no more after three answers in a row that never came, but for one look every five seconds', async () => {
  const { state, ask } = provider();
  state.answer = 'away';
  for (let at = 0; at < 10; at++) expect(await ask()).toEqual({ ok: false, reason: 'unavailable' });
  expect(state.asked).toBe(3);
  state.time = 5000;
  await Promise.all([ask(), ask(), ask()]);
  expect(state.asked).toBe(4);
  state.answer = 'none';
  state.time = 10_000;
  for (let at = 0; at < 3; at++) expect(await ask()).toMatchObject({ ok: true });
  expect(state.asked).toBe(7);
});

it('does not count answers that came in between, and hands bugs on', async () => {
  const { state, ask } = provider();
  for (const answer of ['away', 'away', 'none', 'away', 'away', 'none'] as const) {
    state.answer = answer;
    await ask();
  }
  expect(state.asked).toBe(6);
  state.answer = 'bug';
  await expect(ask()).rejects.toThrow('a bug');
});
