import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createOneTimeCodes } from '#services/auth/one-time-codes.ts';
import { verifyPassword } from '#services/auth/passwords.ts';
import { createCodeSource, unlimited } from '#tests/registration/code-source.ts';
import { type ApiUnderTest, startApi } from '#tests/support/servers/api-under-test.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { anotherCode, mailedCode } from './mailed-code.ts';
import { resetting } from './reset-world.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let another: ApiUnderTest;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url);
  another = await startApi(database.url);
});
afterAll(async () => {
  await another.close();
  await api.close();
  await database.drop();
});

const GUESSES = 100;
const wrongCodes = (code: string) => {
  const all = [code];
  while (all.length <= GUESSES) all.push(anotherCode(all.at(-1) as string));
  return all.slice(1);
};

describe.each([1, 2])('100 guesses at the same moment, processes: %i', (processes) => {
  it('check five and then void the code', {
    tags: ['reliability-32', 'asvs-6.6.3', 'decision-4.10'],
  }, async () => {
    const { associate } = await api.company();
    const { ask, verify } = resetting(api.client(), api.pool);
    const { otpId } = (await ask(associate.email)).body;
    const code = await mailedCode(api.pool, otpId);
    const doors = [api, another].slice(0, processes).map((each) => resetting(each.client(), each.pool));
    const replies = await Promise.all(
      wrongCodes(code).map((guess, at) => doors[at % processes]?.verify(otpId, guess)),
    );
    expect(new Set(replies.map((reply) => reply?.body.error))).not.toContain(undefined);
    const { rows } = await api.pool.query(`SELECT max(tries) AS tries FROM one_time_codes WHERE email = $1`, [
      associate.email,
    ]);
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await verify(otpId, code)).status).not.toBe(200);
  });
});

it('a try is counted before it is compared, so at most five are compared', {
  tags: ['reliability-33', 'asvs-6.6.3'],
}, async () => {
  const source = createCodeSource({ pool: api.pool, clock: systemClock });
  const { otpId, code } = await source.mailed('registration', 'guessed@example.test');
  let compared = 0;
  const codes = [api.pool, another.pool].map((pool) =>
    createOneTimeCodes({
      ...{ pool, clock: systemClock, limits: unlimited, known: async () => null, send: async () => {} },
      verify: (password, stored) => {
        compared += 1;
        return verifyPassword(password, stored);
      },
    }),
  );
  const client = { address: '203.0.113.1', device: null };
  const attempt = { flow: 'registration', otpId, client } as const;
  const found = await Promise.all(
    wrongCodes(code).map((guess, at) => codes[at % 2]?.verify({ ...attempt, code: guess })),
  );
  expect(compared).toBe(5);
  expect(found.filter((each) => each?.ok)).toEqual([]);
});

it('a code of one purpose is useless for another', { tags: ['asvs-6.6.2', 'decision-4.11'] }, async () => {
  const source = createCodeSource({ pool: api.pool, clock: systemClock });
  const { otpId, code, email } = await source.mailed('registration', 'two-purposes@example.test');
  const client = { address: '203.0.113.1', device: null };
  expect((await api.codes.verify({ flow: 'password reset', otpId, code, client })).ok).toBe(false);
  expect((await api.codes.verify({ flow: 'registration', otpId, code, client })).ok).toBe(true);
  expect(await api.codes.spend({ flow: 'password reset', otpId, email })).toBe(false);
  expect(await api.codes.spend({ flow: 'registration', otpId, email: 'else@example.test' })).toBe(false);
  expect(await api.codes.spend({ flow: 'registration', otpId, email })).toBe(true);
  expect(await api.codes.spend({ flow: 'registration', otpId, email })).toBe(false);
});
