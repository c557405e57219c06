import { describe, expect, it } from 'vitest';
import { isForeign } from './origin.ts';

const host = 'localhost:3000';

describe('a state-changing request', () => {
  it.each([
    ['a program, which says nothing', {}],
    ['our own page', { origin: 'http://localhost:3000' }],
    ['our own page behind https', { origin: 'https://tally.example' }],
    ['our own page by its referer', { referer: 'http://localhost:3000/layout/newsale' }],
    ['our own page by fetch metadata', { 'sec-fetch-site': 'same-origin' }],
    ['a person at the address bar', { 'sec-fetch-site': 'none' }],
  ])('is accepted from %s', (_who, headers) => {
    expect(isForeign(headers, host, 'tally.example')).toBe(false);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a host that only begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['another site by its referer', { referer: 'https://evil.example/localhost:3000' }],
    ['another site by fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host by fetch metadata', { 'sec-fetch-site': 'same-site' }],
    ['nonsense', { origin: 'http://' }],
  ])('is refused from %s', (_who, headers) => {
    expect(isForeign(headers, host, 'tally.example')).toBe(true);
  });

  it('is refused from our own host name when no public address is known and Host differs', () => {
    expect(isForeign({ origin: 'https://tally.example' }, host, null)).toBe(true);
  });
});
