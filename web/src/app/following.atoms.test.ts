import { atom, createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createFollowing } from './following.atoms.ts';

test('what happens while an answer is on its way is asked for once after it', async () => {
  const answers = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  let asked = 0;
  const followAtom = createFollowing({ reloadAtom: atom(null, async () => await answers[asked++]?.promise) });
  const store = createStore();

  const following = store.set(followAtom);
  await Promise.all([store.set(followAtom), store.set(followAtom), store.set(followAtom)]);
  expect(asked).toBe(1);
  answers[0]?.resolve();
  await expect.poll(() => asked).toBe(2);
  answers[1]?.resolve();
  await following;
  expect(asked).toBe(2);

  answers[2]?.resolve();
  await store.set(followAtom);
  expect(asked).toBe(3);
});
