import { describe, expect, it } from 'vitest';
import { isCommon, passwordRules } from './password-rules.ts';

describe('a very common password', () => {
  it.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'TRUSTNO1'])(
    'is refused: %s',
    (password) => {
      expect(passwordRules.given(password)).toBe('commonPassword');
    },
  );

  it('is compared whole and exactly', () => {
    for (const password of ['password ', ' password', 'password-of-mine', 'Demo-pass1', 'k3Jd8sQw1Z']) {
      expect(passwordRules.given(password)).toBeNull();
    }
  });

  it('is no line about the list itself', () => {
    expect(isCommon('')).toBe(false);
    expect(isCommon('# From @zxcvbn-ts/language-common 4.1.3')).toBe(false);
  });
});

describe('the rules for those who choose', () => {
  it('come before the list, in the words of their form', () => {
    expect(passwordRules.given('short')).toBe('tooShort');
    expect(passwordRules.chosen('password')).toBe('lacksCapLetter');
    expect(passwordRules.chosen('Pass-word-of-mine')).toBeNull();
    expect(passwordRules.registered('password')).toBe('weakPassword');
    expect(passwordRules.registered('Pass-w0rd-of-mine')).toBeNull();
  });

  it('refuse what is common although it has everything', () => {
    expect(passwordRules.chosen('1qaZ!qaz')).toBe('commonPassword');
    expect(passwordRules.registered('P@ssw0rd')).toBe('commonPassword');
  });
});
