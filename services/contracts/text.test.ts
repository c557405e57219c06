import { describe, expect, it } from 'vitest';
import { parseDecimal, parsePercent } from './money.ts';
import { cutText, isCleanText, readEmail, readShortText } from './text.ts';

describe('text from outside', () => {
  it('must be storable and readable', () => {
    for (const bad of ['a\u0000b', 'a\u0007', 'a\u009f', 'a\ud800', '\udc00a']) {
      expect(isCleanText(bad), JSON.stringify(bad)).toBe(false);
      expect(readShortText(bad), JSON.stringify(bad)).toBe(null);
    }
    expect(isCleanText('Zoë 漢字 👩‍💻 – ok')).toBe(true);
  });

  it('may have line breaks only in fields with lines', () => {
    expect(isCleanText('one\r\ntwo\tthree')).toBe(false);
    expect(isCleanText('one\r\ntwo\tthree', { lines: true })).toBe(true);
    expect(isCleanText('one\u0000', { lines: true })).toBe(false);
  });

  it('is trimmed and limited to 255 characters', () => {
    expect(readShortText('  Ada ')).toBe('Ada');
    expect(readShortText('x'.repeat(255))).toBe('x'.repeat(255));
    expect(readShortText('x'.repeat(256))).toBe(null);
  });

  it('is never cut inside a character', () => {
    expect(cutText('abc👍', 4)).toBe('abc');
    expect(cutText('abc👍', 5)).toBe('abc👍');
    expect(cutText('abc', 255)).toBe('abc');
  });
});

describe('numbers from outside', () => {
  it('are plain non-negative decimals', () => {
    expect(['0', '12.5', 7, ' 3 '].map(parseDecimal)).toEqual([0, 12.5, 7, 3]);
    const bad = [
      '',
      '-1',
      '1e3',
      'Infinity',
      'NaN',
      '0x10',
      '1,5',
      '.5',
      '1.',
      Number.NaN,
      -0.5,
      '9'.repeat(10),
    ];
    expect(bad.map(parseDecimal)).toEqual(bad.map(() => null));
  });

  it('are percentages up to 100', () => {
    expect([0, '100', 9.975].map(parsePercent)).toEqual([0, 100, 9.975]);
    expect([100.01, '101', -1, 'ten'].map(parsePercent)).toEqual([null, null, null, null]);
  });
});

describe('an email', () => {
  it('is stored trimmed and in lower case', () => {
    expect(readEmail('  Ada@Example.COM ')).toBe('ada@example.com');
  });

  it('is refused when it is invalid or could smuggle in another address', () => {
    for (const bad of [
      '',
      'ada',
      'ada@x',
      'ada@x.c',
      'a b@x.de',
      'a@x.de\r\nBcc: b@x.de',
      'a\u0000@x.de',
      'a@b@x.de',
    ])
      expect(readEmail(bad), JSON.stringify(bad)).toBe(null);
  });
});
