import { describe, expect, it } from 'vitest';
import { type Difference, type Fault, faultText, fingerprint, sealFaultText } from './verdict.ts';

const sale: Fault = {
  ...{ kind: 'changed', position: 7, difference: null },
  ...{ stream: 'sale-acme_1', revision: 2, type: 'SaleEdited' },
};

describe('the text of a fault', () => {
  it.each<[Fault['kind'], Difference, string]>([
    ['changed', 'personal', 'changed: its names, numbers or texts are not those that were sealed.'],
    ['changed', 'content', 'changed: it is not what was sealed.'],
    ['changed', 'text', 'changed: it is not written as it was.'],
    ['changed', 'seal', 'changed: its seal was changed or removed.'],
    ['changed', 'company', 'changed: it was moved to another company.'],
    ['inserted', 'unsealed', 'inserted: it has no seal.'],
  ])('of an event that was %s, difference %s, is one sentence', (kind, difference, end) => {
    expect(faultText({ ...sale, kind, difference })).toBe(
      `SaleEdited, event 2 of sale-acme_1, at position 7 was ${end}`,
    );
  });

  it('of a removed event names it by what is left of it', () => {
    const removed: Fault = { ...sale, kind: 'removed' };
    expect(faultText(removed)).toBe('SaleEdited, event 2 of sale-acme_1, at position 7 was removed.');
    expect(faultText({ ...removed, stream: null, revision: null, type: null })).toBe(
      'The event at position 7 was removed.',
    );
  });

  it('of a log that ends before a seal blames no person', () => {
    expect(faultText({ ...sale, kind: 'ended' })).toBe(
      'The log ends before position 7, where an event was sealed. A failover or a restore that lost its end ' +
        'does this; so does the removal of its newest events.',
    );
  });

  it('of the seal of a day names the day', () => {
    expect(sealFaultText('2026-11-20')).toBe(
      'The seal of 2026-11-20 is not what the chain has at its place.',
    );
  });
});

describe('the fingerprint of a link', () => {
  it('is its first 16 digits in groups of four', () => {
    expect(fingerprint(`3f9a02bc77d1e04b${'f'.repeat(48)}`)).toBe('3f9a 02bc 77d1 e04b');
  });

  it('is empty for an empty link', () => {
    expect(fingerprint('')).toBe('');
  });
});
