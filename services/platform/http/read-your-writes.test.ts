import { describe, expect, it } from 'vitest';
import { createReadYourWrites, NOTHING } from './read-your-writes.ts';

const { wrote, needed } = createReadYourWrites({
  progress: { position: () => 0, waitFor: async () => true },
  head: async () => 0,
  secure: false,
});

describe('the position that a client has to see', () => {
  it('is the highest of its writes, in whichever order they are answered', () => {
    wrote(7, 'a session');
    wrote(5, 'a session');
    expect(needed({}, 'a session')).toBe(7);
    expect(needed({}, 'another')).toBe(NOTHING);
    expect(needed({}, undefined)).toBe(NOTHING);
  });

  it('is the highest of header, cookie and session; anything but a plain number is none', () => {
    wrote(7, 'one');
    const cookie = 'tb_position=9';
    expect(needed({ cookie }, 'one')).toBe(9);
    expect(needed({ cookie, 'x-tallyboard-position': '11' }, 'one')).toBe(11);
    for (const text of ['-1', '1e3', ' 12', '12.5', '1'.repeat(16), ''])
      expect(needed({ 'x-tallyboard-position': text }, undefined), text).toBe(NOTHING);
  });
});
