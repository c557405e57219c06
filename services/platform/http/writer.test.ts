import { describe, expect, it } from 'vitest';
import { addGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { systemClock } from '../clock.ts';
import { answer } from './call.ts';
import { createTurns } from './turns.ts';
import { bodyHash, createWriter } from './writer.ts';

describe('the digest of a body', () => {
  it('differs for other fields and values', () => {
    const digests = [{ a: 1 }, { a: '1' }, { b: 1 }, { a: 1, b: 1 }, {}].map(bodyHash);
    expect(new Set(digests).size).toBe(digests.length);
    expect(bodyHash({ a: 1 })).toBe(bodyHash({ a: 1 }));
    expect(bodyHash(undefined)).toBe(bodyHash(null));
  });

  it('does not help to guess a password', () => {
    for (const field of ['password', 'confirmPassword', 'currentPassword', 'newPassword']) {
      expect(bodyHash({ username: 'ada', [field]: 'one' })).toBe(
        bodyHash({ username: 'ada', [field]: 'two' }),
      );
    }
  });
});

it('read models that fall behind slow down the companies that write much, and no other', {
  tags: ['reliability-45'],
}, async () => {
  const pauses: number[] = [];
  const deps = {
    keys: {} as never,
    log: {} as never,
    readYourWrites: { pressureMs: () => 700 } as never,
    clock: systemClock,
    scheduler: { pause: async (ms: number) => void pauses.push(ms) },
    writeTurns: createTurns({ now: () => 0 }),
  };
  const write = createWriter(addGoal, () => answer({ message: '', requestedData: [] }), deps);
  const pausesOf = async (companyId: string, writes: number) => {
    pauses.length = 0;
    for (let nth = 0; nth < writes; nth++)
      await write({ principal: { companyId }, headers: {} } as never, {} as never);
    return [...pauses];
  };
  expect(await pausesOf('alone', 2)).toEqual([700, 700]);
  await pausesOf('busy', 50);
  expect(await pausesOf('busy', 1)).toEqual([700]);
  expect(await pausesOf('small', 2)).toEqual([]);
});
