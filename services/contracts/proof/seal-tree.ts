import type { Sha256 } from './chain.ts';

/**
 * One Merkle tree for the daily seals of all companies of an installation, in the order in which they were made, with the
 * shape and the proofs of RFC 9162 (certificate transparency). Nodes are SHA-256 of texts, in 64 lower-case hex digits:
 *
 * - leaf: `tallyboard seal tree 1 leaf`, company id, day, count and link, with a line feed between them.
 * - node: `tallyboard seal tree 1 node`, left and right, with a line feed between them.
 */
const VERSION = 'tallyboard seal tree 1';

/** What the tree covers of a seal. `day` is yyyy-mm-dd (UTC), `count` the number of events. */
export type SealLeaf = {
  readonly companyId: string;
  readonly day: string;
  readonly count: number;
  readonly link: string;
};

/** The root over the first `size` seals. */
export type TreeRoot = { readonly size: number; readonly root: string };

export function leafOf(sha256: Sha256, { companyId, day, count, link }: SealLeaf): string {
  return sha256(`${VERSION} leaf\n${companyId}\n${day}\n${count}\n${link}`);
}

export function parentOf(sha256: Sha256, left: string, right: string): string {
  return sha256(`${VERSION} node\n${left}\n${right}`);
}

const half = (number: number) => Math.floor(number / 2);
const isOdd = (number: number) => number % 2 === 1;

/** Whether the tree under that root has the leaf as its `number`th, counted from 0 (RFC 9162, 2.1.3.2). */
export function hasLeaf(
  sha256: Sha256,
  {
    leaf,
    number,
    path,
  }: { readonly leaf: string; readonly number: number; readonly path: readonly string[] },
  { size, root }: TreeRoot,
): boolean {
  if (number < 0 || number >= size) return false;
  let [at, last, hash] = [number, size - 1, leaf];
  for (const node of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = parentOf(sha256, node, hash);
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else hash = parentOf(sha256, hash, node);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash === root;
}

/** Whether the tree under `later` begins with the one under `former` (RFC 9162, 2.1.4.2). */
export function goesOn(
  sha256: Sha256,
  {
    former,
    later,
    path,
  }: { readonly former: TreeRoot; readonly later: TreeRoot; readonly path: readonly string[] },
): boolean {
  if (former.size < 1 || former.size > later.size) return false;
  if (former.size === later.size) return path.length === 0 && former.root === later.root;
  let [at, last] = [former.size - 1, later.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  // A former tree that is a whole part of the later one is the first node itself.
  const proof = at === 0 ? [former.root, ...path] : path;
  const first = proof.at(0);
  if (first === undefined) return false;
  let [before, after] = [first, first];
  for (const node of proof.slice(1)) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      before = parentOf(sha256, node, before);
      after = parentOf(sha256, node, after);
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else after = parentOf(sha256, after, node);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && before === former.root && after === later.root;
}

/** As it stands in mails: `1234:9f…`. */
export const rootText = ({ size, root }: TreeRoot) => `${size}:${root}`;
const ROOT = /(?<![0-9a-z:])([1-9][0-9]{0,14}):([0-9a-f]{64})(?![0-9a-f])/g;

/** The roots in a text that a person has kept, without repetition. */
export function heldRoots(text: string): readonly TreeRoot[] {
  const found = [
    ...text
      .toLowerCase()
      .replace(/=\r?\n/g, '')
      .matchAll(ROOT),
  ];
  const roots = found.map(([whole, size, root = '']) => [whole, { size: Number(size), root }] as const);
  return [...new Map(roots).values()];
}
