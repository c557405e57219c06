import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { atom, type Getter } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { findHeldLink, getSealTree, type ProofHead } from '#contracts/endpoints/proof.endpoints.ts';
import { heldLinks } from '#contracts/proof/held-links.ts';
import { goesOn, hasLeaf, heldRoots, leafOf, type TreeRoot } from '#contracts/proof/seal-tree.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { readStorage, writeStorage } from '../../kit/storage.ts';
import { errorAlert, noAlert } from '../../ui/alert.ts';

/** A link that a person or this browser has kept, and where the chain has it; null: nowhere. */
export type Held = { readonly link: string; readonly found: ProofHead | null };

/**
 * A root over the seals of all companies, of a mail to any of them. `isKept`: the tree of today goes on from it, and has the
 * newest seal of this company up to then, whose day that is; null: this company had none.
 */
export type HeldRoot = { readonly root: TreeRoot; readonly isKept: boolean; readonly day: string | null };

export const heldTextAtom = atom('');
/** What came of the last comparison; null: none yet. */
export const comparedAtom = atom<readonly Held[] | null>(null);
export const comparedRootsAtom = atom<readonly HeldRoot[]>([]);
export const comparingAtom = atom(false);
export const heldAlertAtom = atom(noAlert);

/** Compares what the person has put in with the chain. */
export const compareAtom = atom(null, async (get, set) => {
  const text = get(heldTextAtom);
  const [links, roots] = [heldLinks(text), heldRoots(text)];
  set(comparedAtom, null);
  set(comparedRootsAtom, []);
  if (links.length + roots.length === 0) {
    set(
      heldAlertAtom,
      errorAlert('There is no fingerprint in this text. One has 16 digits or letters from a to f, or 64.'),
    );
    return;
  }
  set(heldAlertAtom, noAlert);
  set(comparingAtom, true);
  const compared: Held[] = [];
  for (const link of links) {
    const answer = await get(apiAtom).call(findHeldLink, { params: { link } });
    if (!answer.ok) {
      set(heldAlertAtom, errorAlert(answer.message));
      break;
    }
    compared.push({ link, found: answer.reply.found });
  }
  if (compared.length === links.length) set(comparedAtom, compared);
  for (const former of roots) {
    const answer = await get(apiAtom).call(getSealTree, { query: { size: String(former.size) } });
    if (!answer.ok) {
      set(heldAlertAtom, errorAlert(answer.message));
      break;
    }
    const compared = underRoot(former, answer.reply);
    set(comparedRootsAtom, (known) => [...known, compared]);
  }
  set(comparingAtom, false);
});

const sha256 = (text: string) => bytesToHex(digest(utf8ToBytes(text)));

/** Computed here: the server only gives the nodes between. */
function underRoot(root: TreeRoot, { root: later, growth, seal }: ReplyOf<typeof getSealTree>): HeldRoot {
  const isKept =
    later !== null &&
    growth !== null &&
    goesOn(sha256, { former: root, later, path: growth }) &&
    (seal === null || hasLeaf(sha256, { ...seal, leaf: leafOf(sha256, seal) }, root));
  return { root, isKept, day: seal?.day ?? null };
}

/** What this browser saw last of the chain, and that is not in it any more; null: all is there, or nothing was kept. */
export const lostAtom = atom<Seen | null>(null);

type Seen = { readonly link: string; readonly count: number; readonly at: string | null };

/** Not removed when a person signs out: it is about the company, and a later reader compares with it. */
const nameOf = (get: Getter) => `tallyboard.chain.${get(employeeAtom).company_id}`;

/**
 * Compares the chain with its end that this browser saw last, and remembers today's end if that one is in it. Of a chain
 * that lost it, the former end stays remembered.
 */
export const rememberAtom = atom(null, async (get, set, head: ProofHead | null) => {
  const name = nameOf(get);
  const seen = seenIn(readStorage(name));
  if (seen && seen.link !== head?.link) {
    const answer = await get(apiAtom).call(findHeldLink, { params: { link: seen.link } });
    if (!answer.ok) return;
    if (!answer.reply.found) {
      set(lostAtom, seen);
      return;
    }
  }
  set(lostAtom, null);
  if (head) writeStorage(name, JSON.stringify({ link: head.link, count: head.count, at: head.at }));
});

function seenIn(stored: string | null): Seen | null {
  try {
    const { link, count, at } = JSON.parse(stored ?? 'null') as Seen;
    return /^[0-9a-f]{64}$/.test(link) ? { link, count: Number(count), at: at ?? null } : null;
  } catch {
    return null;
  }
}
