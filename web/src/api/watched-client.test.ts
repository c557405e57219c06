import { expect, test } from 'vitest';
import { logout } from '#contracts/endpoints/auth.endpoints.ts';
import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { createFakeApi, refused, replied } from '../testing/fake-api.ts';
import { watched } from './api-client.ts';

test('every answer is seen, and reaches its caller unchanged', async () => {
  const seen: [path: string, ok: boolean][] = [];
  const fake = createFakeApi({
    [getAllGoals.path]: () => refused(402, 'subscriptionInactive'),
    [logout.path]: () => replied({ message: 'out' }),
  });
  const client = watched(fake, ({ path }, { ok }) => seen.push([path, ok]));
  expect(await client.call(getAllGoals, {})).toMatchObject({ ok: false, status: 402 });
  expect(await client.call(logout, {})).toMatchObject({ ok: true, reply: { message: 'out' } });
  expect(seen).toEqual([
    [getAllGoals.path, false],
    [logout.path, true],
  ]);
});
