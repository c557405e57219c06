import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { anEmployee, ownFigures } from '../../testing/people.ts';
import {
  saveShiftDurationAtom,
  shiftAtom,
  shiftDurationAlertAtom,
  shiftDurationSentAtom,
} from './own-day.atoms.ts';

type Answers = Parameters<typeof createFakeApi>[0][string];

function shiftWith(answer: Answers) {
  const store = createStore();
  const live = createFakeLive();
  const api = createFakeApi({ '/employees/edit/shiftduration': answer });
  store.set(apiAtom, api);
  store.set(liveClientAtom, live);
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  for (const watched of [liveAtom, shiftAtom]) store.sub(watched, () => undefined);
  const tell = (version: number, shiftDuration: number) =>
    live.send({ 'own figures': { version, data: ownFigures({ shiftDuration, salesPerHour: 0.5 }) } });
  return { store, api, tell };
}

const saved = (newDuration: number) => replied({ message: 'in', newDuration, salesPerHour: 0.75 });

test('the answer of the server is shown, also without live news', async () => {
  const { store, api, tell } = shiftWith(() => saved(4));
  await store.set(saveShiftDurationAtom, '4');
  expect(api.sent.map(({ body }) => body)).toEqual([{ shiftDuration: '4' }]);
  expect(store.get(shiftAtom)).toMatchObject({ duration: 4, rate: 0.75 });
  expect(store.get(shiftDurationAlertAtom)).toEqual({ isError: false, messages: [messages.updated] });
  tell(1, 6);
  expect(store.get(shiftAtom)).toMatchObject({ duration: 6, rate: 0.5 });
});

test('the newer of two changes is shown: a manager changed it before the answer arrived', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof saved>>();
  const { store, tell } = shiftWith(() => slow.promise);
  tell(1, 8);
  const saving = store.set(saveShiftDurationAtom, '4');
  expect(store.get(shiftDurationSentAtom)).toBe('4');
  tell(2, 6);
  slow.resolve(saved(4));
  await saving;
  expect(store.get(shiftAtom).duration).toBe(6);
});

test('a refusal shows an error and changes nothing', async () => {
  const { store } = shiftWith(() => refused(500, 'internalServerError'));
  await store.set(saveShiftDurationAtom, '4');
  expect(store.get(shiftAtom).duration).toBe(8);
  expect(store.get(shiftDurationSentAtom)).toBeNull();
  expect(store.get(shiftDurationAlertAtom)).toEqual({
    isError: true,
    messages: [messages.internalServerError, messages.failedEdit],
  });
});

test('a second change during a request is not sent', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof saved>>();
  const { store, api } = shiftWith(() => slow.promise);
  const saving = store.set(saveShiftDurationAtom, '4');
  await store.set(saveShiftDurationAtom, '5');
  slow.resolve(saved(4));
  await saving;
  expect(api.sent).toHaveLength(1);
});
