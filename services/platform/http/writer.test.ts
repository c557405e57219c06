import { describe, expect, it } from 'vitest';
import { bodyHash } from './writer.ts';

describe('the digest of a body', () => {
  it('differs for other fields and values', () => {
    const digests = [{ a: 1 }, { a: '1' }, { b: 1 }, { a: 1, b: 1 }, {}].map(bodyHash);
    expect(new Set(digests).size).toBe(digests.length);
    expect(bodyHash({ a: 1 })).toBe(bodyHash({ a: 1 }));
    expect(bodyHash(undefined)).toBe(bodyHash(null));
  });

  it('does not help to guess a password', () => {
    for (const field of ['password', 'confirmPassword', 'newPassword']) {
      expect(bodyHash({ username: 'ada', [field]: 'one' })).toBe(
        bodyHash({ username: 'ada', [field]: 'two' }),
      );
    }
  });
});
