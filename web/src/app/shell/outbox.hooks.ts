import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { outboxChangedAtom, sendWaitingAtom } from '../../features/sales/add-sale-outbox.atoms.ts';
import { connectionAtom } from '../../live/live.atoms.ts';

/** Where only the answers of the server show that the network is back. */
const AGAIN_MS = 60_000;

/** Sends the sales that wait on this device whenever the network may be back. */
export function useOutbox(): void {
  const isLive = useAtomValue(connectionAtom) === 'live';
  const send = useSetAtom(sendWaitingAtom);
  const follow = useSetAtom(outboxChangedAtom);
  useEffect(() => {
    const sendNow = () => void send();
    const followOthers = () => follow();
    if (isLive) sendNow();
    const timer = setInterval(sendNow, AGAIN_MS);
    window.addEventListener('online', sendNow);
    window.addEventListener('storage', followOthers);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendNow);
      window.removeEventListener('storage', followOthers);
    };
  }, [isLive, send, follow]);
}
