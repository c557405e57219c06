import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, isTooLong, pretendToVerify, verifyPassword } from './passwords.ts';

describe('a password', () => {
  it('is stored as an argon2id hash with its parameters, never twice the same', {
    tags: ['asvs-11.4.2', 'reliability-35', 'decision-4.1'],
  }, async () => {
    const [one, two] = await Promise.all([hashPassword('Demo-pass1'), hashPassword('Demo-pass1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it.each(['Demo-pass1', ' spaces count ', 'ünïcødé 🔑', 'x'.repeat(128)])(
    'matches its hash: %s',
    async (password) => {
      expect(await verifyPassword(password, await hashPassword(password))).toBe(true);
    },
  );

  it.each(['demo-pass1', 'Demo-pass1 ', 'Demo-pass', ''])('does not match %j', async (guess) => {
    expect(await verifyPassword(guess, await hashPassword('Demo-pass1'))).toBe(false);
  });

  it('is verified with the costs of its hash, so that costs can rise', {
    tags: ['asvs-11.2.2'],
  }, async () => {
    const nonce = randomBytes(16);
    const cheap = { message: 'Demo-pass1', nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
    const tag = argon2Sync('argon2id', cheap);
    const stored = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${tag.toString('base64')}`;
    expect(await verifyPassword('Demo-pass1', stored.replace(/=+$/, ''))).toBe(true);
  });

  it('is verified with costs of several digits', async () => {
    const nonce = Buffer.from('0123456789abcdef');
    const dear = { message: 'Demo-pass1', nonce, memory: 128, passes: 10, parallelism: 12, tagLength: 32 };
    const [salt, tag] = [nonce, argon2Sync('argon2id', dear)].map((bytes) =>
      bytes.toString('base64').replace(/=+$/, ''),
    );
    expect(await verifyPassword('Demo-pass1', `$argon2id$v=19$m=128,t=10,p=12$${salt}$${tag}`)).toBe(true);
  });

  it('has at most 128 characters, however many bytes they take', () => {
    expect(['x', '🔑'].map((character) => isTooLong(character.repeat(128)))).toEqual([false, false]);
    expect(['x', '🔑'].map((character) => isTooLong(character.repeat(129)))).toEqual([true, true]);
  });

  it('never matches where there is no account', async () => {
    expect(await pretendToVerify('Demo-pass1')).toBe(false);
  });

  it('is not compared with an unknown kind of hash', async () => {
    const stored = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA';
    for (const other of ['plain text', `x${stored}`, `${stored}=`, stored.replace('argon2id', 'argon2i')])
      await expect(verifyPassword('x', other)).rejects.toThrow('not readable');
  });
});
