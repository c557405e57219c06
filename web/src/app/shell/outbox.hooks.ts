import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import {
  outboxChangedAtom,
  sendWaitingAtom,
  unsentAtom,
} from '../../features/sales/add-sale-outbox.atoms.ts';
import { connectionAtom } from '../../live/live.atoms.ts';

/** The pauses before it is tried again while sales wait, also where no event says that the network is back. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000];
const LONGEST_PAUSE_MS = 60_000;

/** Sends the sales that wait on this device whenever the network may be back. */
export function useOutbox(): void {
  const isLive = useAtomValue(connectionAtom) === 'live';
  const unsent = useAtomValue(unsentAtom);
  const send = useSetAtom(sendWaitingAtom);
  const follow = useSetAtom(outboxChangedAtom);
  useEffect(() => {
    const sendNow = () => void send();
    const followOthers = () => follow();
    if (isLive) sendNow();
    window.addEventListener('online', sendNow);
    window.addEventListener('storage', followOthers);
    return () => {
      window.removeEventListener('online', sendNow);
      window.removeEventListener('storage', followOthers);
    };
  }, [isLive, send, follow]);

  useEffect(() => {
    if (unsent === '') return;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout>;
    const tryLater = () => {
      timer = setTimeout(() => {
        tries += 1;
        void send();
        tryLater();
      }, PAUSES_MS[tries] ?? LONGEST_PAUSE_MS);
    };
    tryLater();
    return () => clearTimeout(timer);
  }, [unsent, send]);
}
