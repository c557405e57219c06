import { expect } from 'vitest';
import type { ApiUnderTest } from './servers/api-under-test.ts';

/** The reply, after checking that nothing was written. */
export async function withoutTrace<Reply>(
  { store }: Pick<ApiUnderTest, 'store'>,
  request: () => Promise<Reply>,
): Promise<Reply> {
  const before = await store.head();
  const reply = await request();
  expect(await store.head()).toBe(before);
  return reply;
}
