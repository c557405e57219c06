import { hash } from 'node:crypto';
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { leafOf, parentOf, rootText } from '#contracts/proof/seal-tree.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createStorage } from '../../testing/browser-storage.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import {
  compareAtom,
  comparedAtom,
  comparedRootsAtom,
  comparingAtom,
  heldAlertAtom,
  heldTextAtom,
  lostAtom,
  rememberAtom,
} from './held.atoms.ts';

const headOf = (digit: string, count: number) => ({
  ...{ link: digit.repeat(64), position: count, count, at: '2026-11-20T10:00:00.000Z' },
});
const first = headOf('a', 3);
const second = headOf('b', 5);
const other = headOf('c', 5);

beforeEach(() => void vi.stubGlobal('localStorage', createStorage()));
afterEach(() => vi.unstubAllGlobals());

/** A page of this browser, of a company whose chain has these links; `isAway`: the server is. */
function page(chain: readonly { link: string }[], companyId = 'acme') {
  const store = createStore();
  const server: { isAway: boolean } = { isAway: false };
  const api = createFakeApi({
    '/audit/proof/held/{link}': ({ params }) =>
      server.isAway
        ? refused(503, 'unavailable')
        : replied({
            found:
              chain.find(({ link }) => link.startsWith(String((params as { link?: string }).link))) ?? null,
          }),
  });
  store.set(apiAtom, api);
  const employee = { ...anEmployee(), company_id: companyId };
  store.set(sessionAtom, { state: 'signed in', employee, subscriptionIsActive: true });
  return { store, api, server };
}

test('a text is compared with the chain, link by link', async () => {
  const { store } = page([first, second]);
  store.set(heldTextAtom, `Seal: ${first.link}\nbefore: ${other.link}`);
  const comparing = store.set(compareAtom);
  expect(store.get(comparingAtom)).toBe(true);
  await comparing;
  expect(store.get(comparedAtom)).toEqual([
    { link: first.link, found: first },
    { link: other.link, found: null },
  ]);
  expect(store.get(comparingAtom)).toBe(false);
});

test('a text without a fingerprint asks nothing and says what one is', async () => {
  const { store, api } = page([first]);
  store.set(heldTextAtom, 'Hello');
  await store.set(compareAtom);
  expect(store.get(heldAlertAtom).messages[0]).toContain('no fingerprint');
  expect(api.sent).toEqual([]);
});

test('no verdict comes of a comparison that the server did not answer', async () => {
  const { store, server } = page([first]);
  server.isAway = true;
  store.set(heldTextAtom, first.link);
  await store.set(compareAtom);
  expect(store.get(comparedAtom)).toBeNull();
  expect(store.get(heldAlertAtom).messages).toEqual([messages.unavailable]);
});

test('a browser remembers the end it saw, and finds a chain that goes on from it right', async () => {
  await page([first]).store.set(rememberAtom, first);
  const { store } = page([first, second]);
  await store.set(rememberAtom, second);
  expect(store.get(lostAtom)).toBeNull();
  const later = page([second]);
  await later.store.set(rememberAtom, second);
  expect(later.api.sent).toEqual([]);
});

test('it says so when that end is gone, also the next time, though the chain went on', async () => {
  await page([first]).store.set(rememberAtom, first);
  for (const head of [other, headOf('d', 9)]) {
    const { store } = page([other, head]);
    await store.set(rememberAtom, head);
    expect(store.get(lostAtom)).toEqual({ link: first.link, count: first.count, at: first.at });
  }
});

test('it says so of an empty chain, and nothing of another company or while the server is away', async () => {
  await page([first]).store.set(rememberAtom, first);
  const empty = page([]);
  await empty.store.set(rememberAtom, null);
  expect(empty.store.get(lostAtom)).toMatchObject({ count: 3 });
  const others = page([other], 'nord');
  await others.store.set(rememberAtom, other);
  expect(others.store.get(lostAtom)).toBeNull();
  const away = page([other]);
  away.server.isAway = true;
  await away.store.set(rememberAtom, other);
  expect(away.store.get(lostAtom)).toBeNull();
});

test('what is stored by another hand is not believed', async () => {
  localStorage.setItem('tallyboard.chain.acme', '{"link":"<b>"}');
  const { store, api } = page([first]);
  await store.set(rememberAtom, first);
  expect([api.sent, store.get(lostAtom)]).toEqual([[], null]);
});

test('the root of a mail to any company is checked here, with the nodes that the server gives', async () => {
  const sha256 = (text: string) => hash('sha256', text);
  const seal = { companyId: 'acme', day: '2026-11-20', count: 3, link: first.link };
  const [own, others] = [leafOf(sha256, seal), leafOf(sha256, { ...seal, companyId: 'bolt' })];
  const former = { size: 1, root: own };
  const root = { size: 2, root: parentOf(sha256, own, others) };
  const compared = async (reply: object) => {
    const { store } = page([]);
    store.set(apiAtom, createFakeApi({ '/audit/proof/seal-tree': () => replied(reply) }));
    store.set(heldTextAtom, `Over the seals of all companies: ${rootText(former)}`);
    await store.set(compareAtom);
    return store.get(comparedRootsAtom);
  };
  const proven = { root, growth: [others], seal: { ...seal, number: 0, path: [] } };
  expect(await compared(proven)).toEqual([{ root: former, isKept: true, day: seal.day }]);
  expect(await compared({ ...proven, seal: null })).toEqual([{ root: former, isKept: true, day: null }]);
  for (const forged of [
    { ...proven, seal: { ...proven.seal, count: 4 } },
    { ...proven, growth: [own] },
    { ...proven, growth: null },
    { ...proven, root: null },
  ])
    expect(await compared(forged)).toMatchObject([{ isKept: false }]);
});
