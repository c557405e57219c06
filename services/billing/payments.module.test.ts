import { expect, it } from 'vitest';
import { guardOutages } from './payments.module.ts';
import type { Payments } from './payments.port.ts';

type Answer = 'away' | 'none' | 'bug';

/** A provider that counts calls of `subscription`. */
function provider() {
  const state = { answer: 'none' as Answer, asked: 0, time: 0 };
  const asks: Pick<Payments, 'subscription'> = {
    async subscription() {
      state.asked += 1;
      if (state.answer === 'bug') throw new Error('a bug');
      if (state.answer === 'away') return { ok: false, code: 'unavailable' };
      return { ok: true, subscription: null };
    },
  };
  const guarded = guardOutages(asks as Payments, { now: () => new Date(state.time) });
  return { state, ask: () => guarded.subscription('sub') };
}

it('opens after three calls in a row without an answer, and lets one call through every five seconds', async () => {
  const { state, ask } = provider();
  state.answer = 'away';
  for (let at = 0; at < 10; at++) expect(await ask()).toEqual({ ok: false, code: 'unavailable' });
  expect(state.asked).toBe(3);
  state.time = 5000;
  await Promise.all([ask(), ask(), ask()]);
  expect(state.asked).toBe(4);
  state.answer = 'none';
  state.time = 10_000;
  for (let at = 0; at < 3; at++) expect(await ask()).toMatchObject({ ok: true });
  expect(state.asked).toBe(7);
});

it('lets a call through when the clock was set back', async () => {
  const { state, ask } = provider();
  state.answer = 'away';
  state.time = 3_600_000;
  for (let at = 0; at < 4; at++) await ask();
  expect(state.asked).toBe(3);
  state.time = 0;
  await ask();
  expect(state.asked).toBe(4);
});

it('counts only failures in a row, and throws bugs', async () => {
  const { state, ask } = provider();
  for (const answer of ['away', 'away', 'none', 'away', 'away', 'none'] as const) {
    state.answer = answer;
    await ask();
  }
  expect(state.asked).toBe(6);
  state.answer = 'bug';
  await expect(ask()).rejects.toThrow('a bug');
});
