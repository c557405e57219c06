import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { digest, sha256 } from './digest.ts';

// The first example of FIPS 180-2, appendix B.1.
const OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

it('a digest is the SHA-256 of a text, in hex or as bytes', () => {
  expect(sha256('abc')).toBe(OF_ABC);
  expect(digest('abc')).toEqual(Buffer.from(OF_ABC, 'hex'));
});

it('a digest is of a text as UTF-8', () => {
  const zoe = Buffer.from([0x5a, 0x6f, 0xc3, 0xab]);
  expect(sha256('Zoë')).toBe(hash('sha256', zoe));
  expect(digest('Zoë')).toEqual(hash('sha256', zoe, 'buffer'));
});
