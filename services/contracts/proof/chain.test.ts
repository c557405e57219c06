import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chainStart,
  leafOf,
  linkAfter,
  linkBehind,
  mismatchOf,
  type SealableEvent,
  sealEvent,
} from './chain.ts';

const sha256 = (text: string) => hash('sha256', text);
const KEY = '00112233445566778899aabbccddeeff';
const START = chainStart(sha256, 'acme');

const sale = {
  employeeId: 'ada',
  saleName: 'Zoë Ångström\n"quoted"',
  customerNumber: '555-0100',
  details: '',
  priceCents: 12345,
};
const recorded: SealableEvent = {
  id: '0198a7e0-0000-7000-8000-000000000001',
  stream: 'sale-acme_1',
  revision: 0,
  position: 7,
  type: 'SaleRecorded',
  version: 1,
  data: { saleId: '1', sale },
  metadata: { companyId: 'acme', actorId: 'ada', at: '2026-11-20T19:00:00.000Z' },
  recordedAt: '2026-11-20T19:00:00.000123Z',
};
const goal: SealableEvent = { ...recorded, type: 'GoalAdded', data: { goalId: 'g', goal: { name: 'Ten' } } };
const sealed = sealEvent(sha256, START, recorded, KEY);
const withSale = (change: object): SealableEvent => ({
  ...recorded,
  data: { saleId: '1', sale: { ...sale, ...change } },
});

describe('a sealed event', () => {
  it('verifies unchanged, and at no other place of the chain', () => {
    expect(mismatchOf(sha256, START, recorded, sealed)).toBeNull();
    expect(mismatchOf(sha256, chainStart(sha256, 'other'), recorded, sealed)).toBe('link');
  });

  it.each([
    ['id', { id: '0198a7e0-0000-7000-8000-000000000002' }],
    ['stream', { stream: 'sale-acme_2' }],
    ['revision', { revision: 1 }],
    ['position', { position: 8 }],
    ['type', { type: 'SaleDeleted' }],
    ['version', { version: 2 }],
    ['microsecond', { recordedAt: '2026-11-20T19:00:00.000124Z' }],
    ['actor', { metadata: { ...(recorded.metadata as object), actorId: 'bob' } }],
    ['price', withSale({ priceCents: 12346 })],
    ['order of its fields', { data: { sale, saleId: '1' } }],
    ['set of fields', { data: { saleId: '1', sale: { saleName: 'Zoë' } } }],
  ])('with another %s is not what was sealed', (_what, change) => {
    expect(mismatchOf(sha256, START, { ...recorded, ...change }, sealed)).toBe('link');
  });

  it('with another name differs in its personal values', () => {
    expect(mismatchOf(sha256, START, withSale({ saleName: 'Zoe' }), sealed)).toBe('personal');
    expect(mismatchOf(sha256, START, recorded, { ...sealed, key: KEY.replace('0', '1') })).toBe('personal');
    const swapped = withSale({ saleName: sale.customerNumber, customerNumber: sale.saleName });
    expect(mismatchOf(sha256, START, swapped, sealed)).toBe('personal');
  });

  it('verifies when personal values and key are erased, but not when only one of them is', () => {
    const blank = withSale({ saleName: '', customerNumber: '' });
    const keyless = { ...sealed, key: null };
    expect(mismatchOf(sha256, START, blank, keyless)).toBeNull();
    expect(mismatchOf(sha256, START, blank, sealed)).toBe('personal');
    expect(mismatchOf(sha256, START, recorded, keyless)).toBe('personal');
    expect(mismatchOf(sha256, START, withSale({ saleName: 'Eve' }), keyless)).toBe('personal');
    const nulls = withSale({ saleName: null, customerNumber: '', details: null });
    expect(mismatchOf(sha256, START, nulls, keyless)).toBeNull();
  });

  it('of a type without personal values has no key', () => {
    const seal = sealEvent(sha256, START, goal, KEY);
    expect(seal).toMatchObject({ key: null, personalDigest: null });
    expect(mismatchOf(sha256, START, goal, seal)).toBeNull();
    expect(mismatchOf(sha256, START, goal, { ...seal, key: KEY })).toBe('personal');
    expect(mismatchOf(sha256, START, goal, { ...seal, personalDigest: sealed.link })).toBe('link');
    const publicText = JSON.stringify([
      ...[1, goal.id, goal.stream, goal.type, goal.version],
      ...[goal.data, goal.metadata],
    ]);
    const leaf = sha256(`${publicText}\n`);
    expect(leafOf(sha256, START, goal, seal)).toBe(leaf);
    expect(seal.link).toBe(linkAfter(sha256, START, leaf, goal));
  });

  it('has a personal digest exactly when its type has personal values, also under a link that fits', () => {
    const added = sealed.personalDigest;
    const withDigest = { key: null, personalDigest: added, link: linkBehind(sha256, START, goal, added) };
    expect(mismatchOf(sha256, START, goal, withDigest)).toBe('link');
    const blank = withSale({ saleName: '', customerNumber: '' });
    const without = { key: null, personalDigest: null, link: linkBehind(sha256, START, blank, null) };
    expect(mismatchOf(sha256, START, blank, without)).toBe('link');
  });

  it('of a type unknown at that time verifies in a program that knows the type', () => {
    const unknown = { ...recorded, type: 'SaleParked' };
    const then = sealEvent(sha256, START, unknown, KEY);
    expect(mismatchOf(sha256, START, unknown, then)).toBeNull();
    const publicText = JSON.stringify([
      ...[1, goal.id, goal.stream, goal.type, goal.version],
      ...[null, goal.metadata],
    ]);
    const personalDigest = sha256(`${KEY}\n${JSON.stringify([goal.data])}`);
    const leaf = sha256(`${publicText}\n${personalDigest}`);
    const link = sha256(`${START}\n${leaf}\n${goal.position}\n${goal.revision}\n${goal.recordedAt}`);
    const seal = { key: KEY, personalDigest, link };
    expect(mismatchOf(sha256, START, goal, seal)).toBeNull();
    expect(linkAfter(sha256, START, leafOf(sha256, START, goal, seal), goal)).toBe(link);
  });

  it('without data has a leaf that fits no event with data', () => {
    const empty = { ...goal, data: null };
    const seal = sealEvent(sha256, START, empty, KEY);
    expect(linkAfter(sha256, START, leafOf(sha256, START, empty, seal), goal)).toBe(seal.link);
    expect(linkAfter(sha256, START, leafOf(sha256, START, goal, seal), goal)).not.toBe(seal.link);
  });
});

describe('a sealed event with data of another form than declared', () => {
  const withData = (data: unknown): SealableEvent => ({ ...recorded, data });
  const sealOf = (data: unknown) => sealEvent(sha256, START, withData(data), KEY);

  it('differs when an absent value is there, even as null', () => {
    const { details: _, ...short } = sale;
    const added = withData({ saleId: '1', sale: { ...short, details: null } });
    expect(mismatchOf(sha256, START, added, sealOf({ saleId: '1', sale: short }))).toBe('link');
    expect(mismatchOf(sha256, START, withData({ saleId: '1', sale: null }), sealOf({ saleId: '1' }))).toBe(
      'link',
    );
  });

  it.each([['text'], [null], [[sale]]])('has %j as a personal value in place of an object', (value) => {
    const event = withData({ saleId: '1', sale: value });
    const seal = sealEvent(sha256, START, event, KEY);
    expect(seal.personalDigest).toBe(sha256(`${KEY}\n${JSON.stringify([value])}`));
    const other = withData({ saleId: '1', sale: 'other' });
    expect(seal.link).toBe(linkBehind(sha256, START, other, seal.personalDigest));
    expect(mismatchOf(sha256, START, event, seal)).toBeNull();
    expect(mismatchOf(sha256, START, other, seal)).toBe('personal');
    const erased = withData({ saleId: '1', sale: null });
    expect(mismatchOf(sha256, START, erased, { ...seal, key: null })).toBeNull();
  });
});

it('has the same link as another exactly when both events are equal', () => {
  const value = fc.jsonValue();
  fc.assert(
    fc.property(fc.constantFrom('SaleEdited', 'CompanyRegistered', 'Unknown'), value, value, (type, a, b) => {
      const event = { ...recorded, type, data: a };
      const seal = sealEvent(sha256, START, event, KEY);
      const isSame = JSON.stringify(a) === JSON.stringify(b);
      expect(mismatchOf(sha256, START, { ...event, data: b }, seal) === null).toBe(isSame);
    }),
  );
});

// Computed from the words above `FORMAT` by another program in another language.
it('follows the format', () => {
  expect(START).toBe('0430b6fe7861a2ab262d094b487a7445c0ecc4e403b3e1f6551fd9f2a1f8b508');
  expect(sealed).toEqual({
    key: KEY,
    personalDigest: '2eaea5864b0b61981fc177efa95066866d2912c5a3a8e6e224a9ffbb38e8bdb1',
    link: '0cc6e8f13f90679d1925092bf7d03ac67ff8b25718d0811b1b4e1bc042d049bb',
  });
});
