import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  CHOICE_PARTS,
  checkChosenPassword,
  checkPasswordLength,
  checkRegistrantPassword,
  generatePassword,
  passwordParts,
  REGISTRANT_PARTS,
} from './password.ts';
import { accepted, rejected } from './result.ts';

describe('any password', () => {
  it.each([
    ['', 'tooShort'],
    ['1234567', 'tooShort'],
    ['12345678', null],
    ['   4   8', null],
    ['🔑'.repeat(7), 'tooShort'],
    ['🔑'.repeat(128), null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'tooLong'],
  ])('has 8 to 128 characters: %j', { tags: ['asvs-6.2.1', 'spec-5.14'] }, (password, code) => {
    expect(checkPasswordLength(password)).toEqual(code ? rejected(code) : accepted());
  });
});

describe('a password that a person chooses', () => {
  it.each([
    ['Pass-w0', 'tooShort'],
    ['pass-word', 'lacksCapLetter'],
    ['Passw0rds', 'lacksSymbol'],
    ['Pass words', 'lacksSymbol'],
    ['Paßwörter', 'lacksSymbol'],
    ['Pa\u0301sswords', 'lacksSymbol'],
    ['Pass-word', null],
    ['Émile, oui', null],
    [`${'P-'.repeat(64)}!`, 'tooLong'],
  ])('needs a capital letter and a symbol: %j', { tags: ['spec-5.15'] }, (password, code) => {
    expect(checkChosenPassword(password)).toEqual(code ? rejected(code) : accepted());
  });
});

describe('the password of a registration', () => {
  it.each(['PASS-W0RD', 'pass-w0rd', 'Pass-word', 'Passw0rds', 'Pw-0', ''])('is too weak: %j', (password) => {
    expect(checkRegistrantPassword(password)).toEqual(rejected('weakPassword'));
  });

  it('has a capital letter, a small one, a digit and a symbol', () => {
    expect(checkRegistrantPassword('Pass-w0rd')).toEqual(accepted());
    expect(checkRegistrantPassword(`Pass-w0rd${'x'.repeat(120)}`)).toEqual(rejected('tooLong'));
  });
});

describe('the parts that a form ticks off', () => {
  const passwords = [
    '',
    'Pass-w0rd',
    'pass-w0rd',
    'PASS-W0RD',
    'Pass-word',
    'Passw0rds',
    'Pw-0',
    'Émile, oui',
  ];

  it.each(passwords)('are all ticked exactly when the password is accepted: %j', (password) => {
    const hasAll = (parts: readonly (keyof typeof passwordParts)[]) =>
      parts.every((part) => passwordParts[part](password));
    expect(hasAll(CHOICE_PARTS)).toBe(checkChosenPassword(password).ok);
    expect(hasAll(REGISTRANT_PARTS)).toBe(checkRegistrantPassword(password).ok);
  });
});

describe('a generated password', () => {
  it('is ten alphanumerics', { tags: ['spec-5.14', 'decision-8.9'] }, () => {
    for (let round = 0; round < 1000; round++) {
      expect(generatePassword((count) => randomBytes(count))).toMatch(/^[A-Za-z0-9]{10}$/);
    }
  });

  it('prefers no character: each of the 62 stands for four bytes', { tags: ['asvs-6.4.1'] }, () => {
    const drawn = Array.from({ length: 256 }, (_, byte) => byte);
    const counts = new Map<string, number>();
    for (let round = 0; round < 31; round++) {
      // Eight bytes of each kind of 62, ten at a time: 248 fair ones make 24.8 passwords.
      const bytes = [...drawn, ...drawn, ...drawn, ...drawn, ...drawn];
      for (let made = 0; made < 124; made++) {
        for (const char of generatePassword((count) => Uint8Array.from(bytes.splice(0, count)))) {
          counts.set(char, (counts.get(char) ?? 0) + 1);
        }
      }
    }
    expect(counts.size).toBe(62);
    expect(new Set(counts.values()).size).toBe(1);
  });
});
