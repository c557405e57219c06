import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generatePassword } from '#contracts/password.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { casesOf, SEED } from '#tests/support/seed.ts';
import { isCommon, passwordRules } from './password-rules.ts';

const ABOUT = ['zoe.van-dyk7@acme.test', 'Zoë', 'van Dyk', 'Acme Sales & Söhne'];

describe('a very common password', { tags: ['asvs-6.2.4', 'decision-4.3'] }, () => {
  it.each([
    ...['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'TRUSTNO1', '1qaZ!qaz'],
    // Listed, with symbols at its ends.
    ...['password ', ' password', '12345678!', '!!abc12345', 'Trustno1!', '1q2w3e4r!', 'Qwer1234!'],
    // Listed with other digits.
    ...['Password1!', 'Password2026!', 'Welcome1!', 'Welcome2026!', 'Qwerty123!', 'Letmein123!', 'Admin123!'],
    ...['Summer2026!', '123Sunshine', '2026-Dragon', 'Monkey#12345', 'Michael99!'],
    // With substitutes.
    ...[
      'P@ssw0rd',
      'P@ssw0rd1!',
      'Passw0rd!',
      'Pa55word!',
      'pa$$w0rd99',
      '$unshine1!',
      'Sunsh1ne!',
      'W3lc0me!1',
    ],
    ...['Adm1n123!', '!loveyou22', 'M1che11e!', 'Pássword1!', 'B4tm4n2026!'],
    // Repeats, sequences, keys in a row, dates, two common words.
    ...['aaaaaaaa', 'Xy7!Xy7!Xy7!', 'Abcdefghij', 'lkjhgfdsa0', '31.12.1999', 'passwordstool', '        '],
    ...['!!!!!!!!!!', '🔑🔑🔑🔑🔑🔑🔑🔑', 'a'.repeat(40)],
  ])('is refused: %s', (password) => {
    expect(passwordRules.given(password)).toEqual(rejected('commonPassword'));
  });

  it.each([
    ...['Demo-pass1', 'k3Jd8sQw1Z', 'password-of-mine', 'Pass-word-of-mine', 'Pass-w0rd-of-mine'],
    ...['correct horse battery staple', 'Correct-Horse-Battery-Staple1', 'my dog hates sunshine'],
    ...['Sunshine, and no rain', 'welcomewagon-1974', '9082-welcome-4471', '7391846250ab!'],
    ...['Zürcher Käsekuchen', '密码很长而且不常见', 'Str0ng!Passw0rd', 'Valid1!pass', 'New-pass-1'],
  ])('is not: %s', (password) => {
    expect(passwordRules.given(password)).toEqual(accepted());
  });

  // Found in no other way: they have enough guesses and come down to no common one.
  it.each(['ygeu4ardir', 'YGEU4ardir!', '"Ygeu4ardir"'])(
    'is a leaked one: %s',
    { tags: ['asvs-6.2.12'] },
    (password) => expect(passwordRules.given(password)).toEqual(rejected('commonPassword')),
  );

  it('is never a generated one', () => {
    // They are far from every bound: none of thousands is common with bounds ten times as wide either.
    const made = Array.from({ length: casesOf({ always: 200, withSeed: 2000 }) }, (_, at) => {
      const bytes = [...hash('sha512', `${SEED} ${at}`, 'buffer')];
      return generatePassword((count) => Uint8Array.from(bytes.splice(0, count)));
    });
    expect(made.filter((password) => isCommon(password, ABOUT))).toEqual([]);
  });

  it('is found at once, also with the longest text and names', () => {
    const long = ['1!'.repeat(64), `${'$'.repeat(64)}a${'0'.repeat(63)}`, 'a1'.repeat(64), ' '.repeat(128)];
    for (const password of long) expect(isCommon(password, [' .'.repeat(127), 'a@'.repeat(127)])).toBe(false);
  });
});

describe('a word of the field', { tags: ['asvs-6.2.11'] }, () => {
  it.each([
    ...[
      'tallyboard',
      'Tallyboard1!',
      'T@llyboard2026!',
      'Sales-2026',
      'Manager-1',
      'Job-Aid-1',
      'Commission!',
    ],
    ...['Super-Employee1', 'Sales.Floor1!'],
  ])('is refused: %s', (password) =>
    expect(passwordRules.given(password)).toEqual(rejected('commonPassword')),
  );

  it.each(['Sales-floor-at-9', 'Managerie of bees'])('is not: %s', (password) =>
    expect(passwordRules.given(password)).toEqual(accepted()),
  );
});

describe('a password like the name of its owner or the company', { tags: ['decision-4.3'] }, () => {
  it.each([
    ...['Zoë-2026!', 'ZoeVanDyk1!', 'zoe.van-dyk', 'Z0e.Van.Dyk!', 'VanDyk2026!'],
    ...['Acme2026!', '@cme2026!', 'Sohne123!', 'acme sales sohne!'],
    ...['zoe.van-dyk7@acme.test', 'Zoe.Van-Dyk7@Acme.Test!'],
  ])('is refused: %s', (password) => {
    expect(passwordRules.given(password)).toEqual(accepted());
    expect(passwordRules.given(password, ABOUT)).toEqual(rejected('commonPassword'));
  });

  it.each(['Zoe and the sea', 'AcmeSalesTeam!', 'test12-acme-more', 'Dykes-are-wet1'])(
    'is not: %s',
    (password) => expect(passwordRules.given(password, ABOUT)).toEqual(accepted()),
  );

  it('is refused whatever rules it meets', () => {
    expect(passwordRules.chosen('Zoe-12345!', ABOUT)).toEqual(rejected('commonPassword'));
    expect(passwordRules.registered('Acme-2026!', ABOUT)).toEqual(rejected('commonPassword'));
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

  it.each(['P@ssw0rd', 'Password1!', 'Welcome1!', 'Qwerty123!', 'Passw0rd!', 'Admin123!', 'Letmein123!'])(
    'refuse %s, which meets all other rules',
    { tags: ['asvs-6.2.4', 'decision-4.3'] },
    (password) => {
      for (const rule of [passwordRules.given, passwordRules.chosen, passwordRules.registered])
        expect(rule(password)).toEqual(rejected('commonPassword'));
    },
  );
});
