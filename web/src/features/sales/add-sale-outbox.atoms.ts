import { atom } from 'jotai';
import { addSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { employeeAtom, loadSessionAtom } from '../../kit/session/session.atoms.ts';
import { changeOutbox, readOutbox, type WaitingSale } from './add-sale-outbox.ts';

/** Counts what this page, or another one of this browser, changed. */
const changesAtom = atom(0);

/** The sales of this person that wait on this device, oldest first. */
export const waitingSalesAtom = atom((get) => {
  get(changesAtom);
  return readOutbox(get(employeeAtom).id);
});

export const outboxChangedAtom = atom(null, (get, set) => set(changesAtom, get(changesAtom) + 1));

const changeAtom = atom(
  null,
  (get, set, change: Parameters<typeof changeOutbox>[1], { id } = get(employeeAtom)): boolean => {
    const isKept = changeOutbox(id, change);
    set(outboxChangedAtom);
    return isKept;
  },
);

const recordedAtom = atom<readonly Sale[]>([]);

/** What this page has recorded of the last sales that waited. */
export const recordedWaitingAtom = atom((get) => get(recordedAtom));

/** Whether a sale waits that was not refused. */
export const isWaitingAtom = atom((get) => get(waitingSalesAtom).some(({ refusal }) => refusal === null));

/** False when this browser cannot keep it. */
export const keepSaleAtom = atom(null, (get, set, sale: WaitingSale): boolean => {
  if (!get(isWaitingAtom)) set(recordedAtom, []);
  return set(changeAtom, (waiting) => [...waiting.filter(({ key }) => key !== sale.key), sale]);
});

export const removeWaitingAtom = atom(null, (_get, set, key: string) =>
  set(changeAtom, (waiting) => waiting.filter((sale) => sale.key !== key)),
);

/** These are no answer to the sale: it waits on. */
const WAITS_ON: readonly MessageCode[] = [
  ...(['unavailable', 'internalServerError', 'tooManyRequests', 'foreignOrigin'] as const),
  ...(['subscriptionInactive', 'notLoggedIn'] as const),
];

const sendingAtom = atom(false);

/**
 * Sends what waits, in its order, until an attempt has no answer. One page of this browser does it at a time. What the
 * server refuses stays, with its reason; the sales behind it go on.
 */
export const sendWaitingAtom = atom(null, async (get, set): Promise<void> => {
  if (get(sendingAtom)) return;
  const me = get(employeeAtom);
  set(sendingAtom, true);
  await alone(`tallyboard.outbox.${me.id}`, async () => {
    for (;;) {
      const sale = readOutbox(me.id).find(({ refusal }) => refusal === null);
      if (!sale) return;
      const { key, body, madeAt } = sale;
      const answer = await get(apiAtom).call(addSale, { body, query: { madeAt }, idempotencyKey: key });
      if (answer.ok) {
        set(recordedAtom, [...get(recordedAtom), ...answer.reply.requestedData]);
        set(changeAtom, (waiting) => waiting.filter((each) => each.key !== key), me);
      } else if (WAITS_ON.includes(answer.error)) {
        if (answer.error === 'notLoggedIn') await set(loadSessionAtom);
        return;
      } else if (answer.error === 'restricted' && (await set(loadSessionAtom)).state !== 'signed in') {
        // Another person is signed in to this browser by now, and this page ends.
        return;
      } else {
        const refused = { ...sale, refusal: answer.message };
        set(changeAtom, (waiting) => waiting.map((each) => (each.key === key ? refused : each)), me);
      }
    }
  });
  set(sendingAtom, false);
});

/** Locks exist on pages over https and of the same machine; elsewhere the key keeps a sale from being recorded twice. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  await locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
