import { describe, expect, test } from 'vitest';
import { digitAt, isWholeCode, jumpTo, NO_CODE, retyped, withDigits, withoutDigit } from './code-digits.ts';

describe('typing', () => {
  test('a digit fills its box and the next one gets the focus', () => {
    expect(withDigits(NO_CODE, 0, '4')).toEqual({ code: '4     ', at: 1 });
    expect(withDigits('12345 ', 5, '6')).toEqual({ code: '123456', at: 5 });
  });

  test('anything else changes nothing', () => {
    expect(withDigits('12    ', 2, 'x')).toEqual({ code: '12    ', at: 2 });
  });

  test('into a filled box replaces its digit, wherever the cursor is', () => {
    expect(retyped('4', '47')).toBe('7');
    expect(retyped('4', '74')).toBe('7');
    expect(retyped('4', '44')).toBe('4');
    expect(retyped('', '4')).toBe('4');
    expect(retyped('4', '')).toBe('');
  });
});

describe('pasting', () => {
  test.each(['123456', ' 123 456\n', '123-456', '1234567'])('a whole code fills all boxes: %j', (text) => {
    expect(withDigits('9     ', 3, text)).toEqual({ code: '123456', at: 5 });
  });

  test('a part of a code fills the boxes from the focused one on', () => {
    expect(withDigits('12    ', 2, '34')).toEqual({ code: '1234  ', at: 4 });
    expect(withDigits('12    ', 4, '345')).toEqual({ code: '12  34', at: 5 });
  });
});

test('Backspace clears the box and moves back', () => {
  expect(withoutDigit('123456', 5)).toEqual({ code: '12345 ', at: 4 });
  expect(withoutDigit('123   ', 3)).toEqual({ code: '123   ', at: 2 });
  expect(withoutDigit('1     ', 0)).toEqual({ code: NO_CODE, at: 0 });
});

test('arrows, Home and End move, and stop at the ends', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map((key) => jumpTo(key, 2))).toEqual([
    1,
    3,
    0,
    5,
    null,
  ]);
  expect([jumpTo('ArrowLeft', 0), jumpTo('ArrowRight', 5)]).toEqual([0, 5]);
});

test('a code is complete with a digit in every box', () => {
  expect(isWholeCode('012345')).toBe(true);
  expect(['12 456', '', NO_CODE, '1234567'].map(isWholeCode)).toEqual([false, false, false, false]);
  expect([digitAt('1 3', 0), digitAt('1 3', 1), digitAt('1 3', 5)]).toEqual(['1', '', '']);
});
