import { atom, type Getter } from 'jotai';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { newKey } from '../../api/submission.ts';
import { employeeAtom, loadSessionAtom } from '../../kit/session/session.atoms.ts';
import { connectionAtom } from '../../live/live.atoms.ts';
import { mendedSaleAtom } from './add-sale-memory.atoms.ts';
import { keepWaiting, readOutbox, removeWaiting, type WaitingSale } from './add-sale-outbox.ts';
import { deliver, isSettled, type SaleAnswer, withBody } from './deliver-sale.ts';

/** Counts what this page, or another one of this browser, changed. */
const changesAtom = atom(0);

/** The sales of this person that wait on this device, oldest first. */
export const waitingSalesAtom = atom((get) => {
  get(changesAtom);
  return readOutbox(get(employeeAtom).id);
});

export const outboxChangedAtom = atom(null, (get, set) => set(changesAtom, get(changesAtom) + 1));

/** The keys of those that the server has not refused, as one text. */
export const unsentAtom = atom((get) =>
  get(waitingSalesAtom)
    .filter(({ refusal }) => refusal === null)
    .map(({ key }) => key)
    .join(),
);

const recordedAtom = atom<readonly Sale[]>([]);

/** What this page has recorded of the last sales that waited. */
export const recordedWaitingAtom = atom((get) => get(recordedAtom));

/** Keeps a sale, in place of the one with `former` as its key. False when this browser cannot keep it. */
export const keepSaleAtom = atom(null, (get, set, sale: WaitingSale, former?: string): boolean => {
  const { id } = get(employeeAtom);
  if (get(unsentAtom) === '') set(recordedAtom, []);
  const isKept = keepWaiting(id, sale);
  if (isKept && former !== undefined && former !== sale.key) removeWaiting(id, former);
  set(outboxChangedAtom);
  return isKept;
});

export const removeWaitingAtom = atom(null, (get, set, key: string) => {
  removeWaiting(get(employeeAtom).id, key);
  set(outboxChangedAtom);
});

/** The browser says so, and the live connection does not disprove it. What is not sent then has certainly not arrived. */
export const hasNoNetwork = (get: Getter): boolean =>
  navigator.onLine === false && get(connectionAtom) !== 'live';

/** The key of the sale that is being sent, or asked after; null without one. Meanwhile it cannot be changed. */
export const beingSentAtom = atom<string | null>(null);

/** The network may be back since the attempt that is under way began. */
const askedAgainAtom = atom(false);

/**
 * Sends what waits, in its order, until an attempt has no answer; returns the answers by key. One page of this browser
 * does it at a time. What the server refuses stays, with its reason; the sales behind it go on. A sale that is being
 * mended in this tab stays, too.
 */
export const sendWaitingAtom = atom(null, async (get, set): Promise<ReadonlyMap<string, SaleAnswer>> => {
  const answers = new Map<string, SaleAnswer>();
  set(askedAgainAtom, get(beingSentAtom) !== null);
  if (get(askedAgainAtom)) return answers;
  const { id } = get(employeeAtom);
  const isNext = ({ key, refusal }: WaitingSale) => refusal === null && key !== get(mendedSaleAtom)?.key;
  await alone(`tallyboard.outbox.${id}`, async () => {
    for (;;) {
      const next = readOutbox(id).find(isNext);
      if (!next || hasNoNetwork(get)) return;
      let sale = next;
      const renew = (refused: WaitingSale) => {
        sale = withBody({ ...refused, key: newKey(), sent: [] });
        if (keepWaiting(id, sale)) removeWaiting(id, refused.key);
        return sale;
      };
      set(beingSentAtom, next.key);
      keepWaiting(id, withBody(next));
      const answer = await deliver(get(apiAtom), next, renew);
      answers.set(next.key, answer);
      const goesOn = await set(settleAtom, sale.key, answer, id);
      set(beingSentAtom, null);
      if (!goesOn && !get(askedAgainAtom)) return;
      set(askedAgainAtom, false);
    }
  });
  return answers;
});

/** Notes the answer; false when the sales behind it have to wait as well. */
const settleAtom = atom(
  null,
  async (get, set, key: string, answer: SaleAnswer, employeeId: string): Promise<boolean> => {
    if (!isSettled(answer)) {
      if (!answer.ok && answer.error === 'notLoggedIn') await set(loadSessionAtom);
      return false;
    }
    if (!answer.ok && answer.error === 'restricted' && (await set(loadSessionAtom)).state !== 'signed in') {
      // Another person is signed in to this browser by now, and this page ends.
      return false;
    }
    const kept = readOutbox(employeeId).find((sale) => sale.key === key);
    if (answer.ok) set(recordedAtom, [...get(recordedAtom), ...answer.reply.requestedData]);
    if (answer.ok) removeWaiting(employeeId, key);
    else if (kept) keepWaiting(employeeId, { ...kept, sent: [], refusal: answer.message });
    set(outboxChangedAtom);
    return true;
  },
);

/** Locks exist on pages over https and of the same machine; elsewhere the key keeps a sale from being recorded twice. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  await locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
