import { useAtomValue, useStore } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { connectionAtom } from '../../live/live.atoms.ts';

const AFTER_START_MS = 1500;
/** Where only the answers of the server show that the network is back. */
const AGAIN_MS = 60_000;

/**
 * Sends the sales that wait on this device: some time after the start, and whenever the network may be back. Returns the
 * mark that counts them, once its code is loaded.
 */
export function useOutbox(): ComponentType | null {
  const store = useStore();
  const isLive = useAtomValue(connectionAtom) === 'live';
  const [outbox, setOutbox] = useState<Awaited<ReturnType<typeof loadOutbox>> | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => {
      loadOutbox().then(setOutbox, () => undefined);
    }, AFTER_START_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!outbox) return;
    const send = () => void store.set(outbox.sendWaitingAtom);
    const follow = () => store.set(outbox.outboxChangedAtom);
    if (isLive) send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    window.addEventListener('storage', follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
      window.removeEventListener('storage', follow);
    };
  }, [outbox, isLive, store]);

  return outbox?.OutboxMark ?? null;
}

async function loadOutbox() {
  const [{ outboxChangedAtom, sendWaitingAtom }, { OutboxMark }] = await Promise.all([
    import('../../features/sales/add-sale-outbox.atoms.ts'),
    import('../../features/sales/add-sale-outbox.view.tsx'),
  ]);
  return { outboxChangedAtom, sendWaitingAtom, OutboxMark };
}
