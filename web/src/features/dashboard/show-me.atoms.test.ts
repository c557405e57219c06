import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getDemoBot } from '#contracts/endpoints/demo.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import { demoBotQuery, pressShowMeAtom, showMeAlertAtom, showMeAtom } from './show-me.atoms.ts';

function at(run?: ReturnType<typeof refused>) {
  const store = createStore();
  let until: string | null = null;
  const api = createFakeApi({
    [getDemoBot.path]: ({ body }: SentCall) => {
      if (!body) return replied({ isHere: true, until });
      if (run) return run;
      until = (body as { run: string }).run === 'true' ? '2026-11-20T15:32:00.000Z' : null;
      return replied({ isHere: true, until });
    },
  });
  store.set(apiAtom, api);
  return { store, api };
}

test('the button starts the bot, and stops it when it is pressed again', async () => {
  const { store } = at();
  expect(store.get(showMeAtom).isHere).toBe(false);
  await store.set(demoBotQuery.loadAtom, null);
  expect(store.get(showMeAtom)).toEqual({ isHere: true, isRunning: false, isBusy: false });
  const pressed = store.set(pressShowMeAtom);
  expect(store.get(showMeAtom).isBusy).toBe(true);
  await pressed;
  expect(store.get(showMeAtom)).toEqual({ isHere: true, isRunning: true, isBusy: false });
  await store.set(pressShowMeAtom);
  expect(store.get(showMeAtom).isRunning).toBe(false);
});

test('two presses at once are one', async () => {
  const { store, api } = at();
  await store.set(demoBotQuery.loadAtom, null);
  await Promise.all([store.set(pressShowMeAtom), store.set(pressShowMeAtom)]);
  expect(api.sent.filter(({ body }) => body)).toHaveLength(1);
});

test('a refusal is shown', async () => {
  const { store } = at(refused(503, 'unavailable'));
  await store.set(demoBotQuery.loadAtom, null);
  await store.set(pressShowMeAtom);
  expect(store.get(showMeAlertAtom).messages).toEqual([messages.unavailable]);
});
