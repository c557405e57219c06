import { describe, expect, it } from 'vitest';
import { accepted, rejected } from '#contracts/result.ts';
import { isCommon, passwordRules } from './passwords.ts';

describe('a very common password', () => {
  it.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'TRUSTNO1'])(
    'is refused: %s',
    (password) => {
      expect(passwordRules.given(password)).toEqual(rejected('commonPassword'));
    },
  );

  it('is compared as a whole and exactly', () => {
    for (const password of ['password ', ' password', 'password-of-mine', 'Demo-pass1', 'k3Jd8sQw1Z']) {
      expect(passwordRules.given(password)).toEqual(accepted());
    }
  });

  it('is not a comment line of the list', () => {
    expect(isCommon('')).toBe(false);
    expect(isCommon('# From @zxcvbn-ts/language-common 4.1.3')).toBe(false);
  });
});

describe('the rules for a new password', () => {
  it('come before the list of common passwords, with the wording of their form', {
    tags: ['spec-5.15'],
  }, () => {
    expect(passwordRules.given('short')).toEqual(rejected('tooShort'));
    expect(passwordRules.chosen('password')).toEqual(rejected('lacksCapLetter'));
    expect(passwordRules.chosen('Pass-word-of-mine')).toEqual(accepted());
    expect(passwordRules.registered('password')).toEqual(rejected('weakPassword'));
    expect(passwordRules.registered('Pass-w0rd-of-mine')).toEqual(accepted());
  });

  it('refuse a common password that meets all other rules', { tags: ['asvs-6.2.4', 'decision-4.3'] }, () => {
    expect(passwordRules.chosen('1qaZ!qaz')).toEqual(rejected('commonPassword'));
    expect(passwordRules.registered('P@ssw0rd')).toEqual(rejected('commonPassword'));
  });
});
