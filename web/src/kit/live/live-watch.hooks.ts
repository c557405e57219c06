import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import {
  checkLiveAtom,
  dropLiveAtom,
  liveAtom,
  reconnectLiveAtom,
  resyncTodayAtom,
} from '../../live/live.atoms.ts';
import { clockAtom, currentDateAtom } from '../clock.atoms.ts';
import { loadSessionAtom } from '../session/session.atoms.ts';

/** The clock of a page in the background ticks once a minute; a longer gap means that the computer was asleep. */
const ASLEEP_MS = 150_000;

const TOUCHES = ['pointerdown', 'keydown'] as const;

/**
 * Maintains the live connection: reconnects when that can work, asks again at midnight, notices the end of a
 * session, and distrusts a connection from before the computer slept, or one that was quiet before the person came back.
 */
export function useLiveWatch(): void {
  const connection = useAtomValue(liveAtom);
  // The current time, not that of the screen, which may show the past.
  const now = useAtomValue(clockAtom);
  const today = useAtomValue(currentDateAtom);
  const reconnect = useSetAtom(reconnectLiveAtom);
  const drop = useSetAtom(dropLiveAtom);
  const check = useSetAtom(checkLiveAtom);
  const resync = useSetAtom(resyncTodayAtom);
  const loadSession = useSetAtom(loadSessionAtom);
  const day = useRef(today);
  const tick = useRef(now);

  useEffect(() => {
    if (connection !== 'signed out') return;
    void loadSession().then((session) => {
      if (session.state === 'signed in') reconnect();
    });
  }, [connection, loadSession, reconnect]);

  useEffect(() => {
    if (day.current !== today) resync();
    day.current = today;
  }, [today, resync]);

  useEffect(() => {
    if (Date.parse(now) - Date.parse(tick.current) > ASLEEP_MS) drop();
    tick.current = now;
  }, [now, drop]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return;
      reconnect();
      check();
    };
    for (const touch of TOUCHES) document.addEventListener(touch, check);
    window.addEventListener('online', onVisible);
    window.addEventListener('offline', drop);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('online', onVisible);
      window.removeEventListener('offline', drop);
      document.removeEventListener('visibilitychange', onVisible);
      for (const touch of TOUCHES) document.removeEventListener(touch, check);
    };
  }, [reconnect, drop, check]);
}
