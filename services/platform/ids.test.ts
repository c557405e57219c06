import fc from 'fast-check';
import { v5 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { derivedId } from './ids.ts';

describe('a derived id', () => {
  it('is the version 5 UUID that anyone computes from the same parts', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer())), (parts) => {
        expect(derivedId(...parts)).toBe(v5(JSON.stringify(parts), '6f1f6c1e-6d0b-5c59-9a55-7a11b0a2d000'));
      }),
      { seed: 20_261_121 },
    );
  });

  it('differs for parts that look the same when joined', () => {
    expect(derivedId('ab', 'c')).not.toBe(derivedId('a', 'bc'));
    expect(derivedId('1')).not.toBe(derivedId(1));
  });
});
