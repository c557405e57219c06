import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heldLinks } from './held-links.ts';
import { goesOn, hasLeaf, heldRoots, leafOf, parentOf, rootText } from './seal-tree.ts';

const sha256 = (text: string) => hash('sha256', text);
const seals = Array.from({ length: 70 }, (_, at) => ({
  companyId: `company ${at % 3}`,
  day: `2026-11-${String(1 + (at % 28)).padStart(2, '0')}`,
  count: at,
  link: sha256(`link ${at}`),
}));
const leaves = seals.map((seal) => leafOf(sha256, seal));

/** The definitions of RFC 9162, word for word: the tree hash, and both proofs. */
const split = (size: number) => 2 ** Math.ceil(Math.log2(size) - 1);
function treeHash(of: readonly string[]): string {
  const k = split(of.length);
  return of.length === 1
    ? (of[0] as string)
    : parentOf(sha256, treeHash(of.slice(0, k)), treeHash(of.slice(k)));
}
function inclusion(number: number, of: readonly string[]): string[] {
  if (of.length === 1) return [];
  const k = split(of.length);
  return number < k
    ? [...inclusion(number, of.slice(0, k)), treeHash(of.slice(k))]
    : [...inclusion(number - k, of.slice(k)), treeHash(of.slice(0, k))];
}
function consistency(former: number, of: readonly string[], isWhole = true): string[] {
  if (former === of.length) return isWhole ? [] : [treeHash(of)];
  const k = split(of.length);
  return former <= k
    ? [...consistency(former, of.slice(0, k), isWhole), treeHash(of.slice(k))]
    : [...consistency(former - k, of.slice(k), false), treeHash(of.slice(0, k))];
}
const rootOf = (size: number) => ({ size, root: treeHash(leaves.slice(0, size)) });
const pathOf = (number: number, size: number) => inclusion(number, leaves.slice(0, size));

const sizes = fc.integer({ min: 1, max: leaves.length });

it('takes the proof of each leaf, and no other leaf, place or root by it', () => {
  fc.assert(
    fc.property(sizes, fc.nat(leaves.length - 1), fc.nat(leaves.length - 1), (size, at, other) => {
      const number = at % size;
      const proof = { leaf: leaves[number] ?? '', number, path: pathOf(number, size) };
      expect(hasLeaf(sha256, proof, rootOf(size))).toBe(true);
      expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      const isSame = other === number;
      expect(hasLeaf(sha256, { ...proof, leaf: leaves[other] ?? '' }, rootOf(size))).toBe(isSame);
      expect(hasLeaf(sha256, { ...proof, number: other }, rootOf(size))).toBe(isSame);
      if (other + 1 !== size) expect(hasLeaf(sha256, proof, { ...rootOf(other + 1), size })).toBe(false);
      for (const path of [proof.path.slice(1), [...proof.path, proof.leaf]])
        if (path.length !== proof.path.length)
          expect(hasLeaf(sha256, { ...proof, path }, rootOf(size))).toBe(false);
    }),
  );
});

it('takes the proof that a tree goes on from a former one, and from no other', () => {
  fc.assert(
    fc.property(sizes, sizes, sizes, (one, two, other) => {
      const [former, later] = [Math.min(one, two), Math.max(one, two)];
      const path = consistency(former, leaves.slice(0, later));
      const said = { former: rootOf(former), later: rootOf(later), path };
      expect(goesOn(sha256, said)).toBe(true);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(later)) + 1);
      const wrong = { size: former, root: rootOf(other).root };
      expect(goesOn(sha256, { ...said, former: wrong })).toBe(other === former);
      expect(goesOn(sha256, { ...said, later: { size: later, root: rootOf(other).root } })).toBe(
        other === later,
      );
      expect(goesOn(sha256, { ...said, path: [...path, leaves[0] ?? ''] })).toBe(false);
      if (path.length > 0) expect(goesOn(sha256, { ...said, path: path.slice(1) })).toBe(false);
    }),
  );
});

it('goes on from no empty tree and from none that is larger', () => {
  expect(goesOn(sha256, { former: { size: 0, root: '' }, later: rootOf(3), path: [] })).toBe(false);
  const path = consistency(3, leaves.slice(0, 5));
  expect(goesOn(sha256, { former: rootOf(5), later: rootOf(3), path })).toBe(false);
});

it('has another leaf for another company, day, count or link', () => {
  const [seal] = seals;
  if (!seal) throw new Error('no seal');
  const others = [{ companyId: 'x' }, { day: '2026-12-01' }, { count: 9 }, { link: sha256('other') }];
  const made = [seal, ...others.map((change) => ({ ...seal, ...change }))].map((each) =>
    leafOf(sha256, each),
  );
  expect(new Set(made).size).toBe(5);
});

it('reads the roots of a mail, which are no links', () => {
  const [one, two] = [rootOf(3), rootOf(1)];
  const mail = `In full: ${leaves[5]}\nOver the seals of all companies: ${rootText(one)}\n> ${rootText(two).toUpperCase()} ${rootText(one)}`;
  expect(heldRoots(mail)).toEqual([one, two]);
  expect(heldLinks(mail)).toEqual([leaves[5]]);
  const cut = rootText(one);
  expect(heldRoots(`${cut.slice(0, 40)}=\r\n${cut.slice(40)}`)).toEqual([one]);
  expect(heldRoots(`ed25519:${one.root} 0:${one.root} 12:${one.root}0`)).toEqual([]);
});
