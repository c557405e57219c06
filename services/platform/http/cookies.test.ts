import { describe, expect, it } from 'vitest';
import { createTokenCookie, readCookie, writeCookie } from './cookies.ts';

describe('reading a cookie', () => {
  it.each([
    ['a=1; tb_session=token; b=2', 'token'],
    ['tb_session=token', 'token'],
    ['  tb_session=token  ;', 'token'],
    ['tb_session=first; tb_session=second', 'first'],
    ['tb_session=', ''],
  ])('finds it in %j', (header, value) => {
    expect(readCookie(header, 'tb_session')).toBe(value);
  });

  it.each([undefined, '', ';;;', '=', 'tb_session', 'xtb_session=a', 'tb_sessionx=a', '%%%;\u0000', '"; ='])(
    'finds none in %j, without an error',
    (header) => {
      expect(readCookie(header, 'tb_session')).toBeNull();
    },
  );
});

describe('writing a cookie', () => {
  it('hides it from scripts and other sites', () => {
    expect(writeCookie('a', 'b', 60, false)).toBe('a=b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  });
  it('takes a token away at once', () =>
    expect(createTokenCookie('a', 60, false).clear()).toBe('a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'));
  it('adds Secure over https', () => {
    expect(writeCookie('a', 'b', 0, true)).toBe('a=b; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure');
  });
});
