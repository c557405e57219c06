import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { localDate } from '#contracts/local-date.ts';
import { doubtLiveAtom, liveAtom, nudgeLiveAtom, resyncTodayAtom } from '../../live/live.atoms.ts';
import { clockAtom, timeZoneAtom } from '../clock.atoms.ts';
import { loadSessionAtom } from '../session/session.atoms.ts';

/** The clock of a page in the background ticks once a minute; one that stood longer was that of a computer asleep. */
const ASLEEP_MS = 150_000;

/**
 * Keeps the live connection: tries when a try could work, asks anew at midnight, notices the end of a session,
 * and does not believe in a connection from before a sleep.
 */
export function useLiveWatch(): void {
  const connection = useAtomValue(liveAtom);
  // The real ones: a screen may show the past.
  const now = useAtomValue(clockAtom);
  const today = localDate(now, useAtomValue(timeZoneAtom));
  const nudge = useSetAtom(nudgeLiveAtom);
  const doubt = useSetAtom(doubtLiveAtom);
  const resync = useSetAtom(resyncTodayAtom);
  const loadSession = useSetAtom(loadSessionAtom);
  const day = useRef(today);
  const tick = useRef(now);

  useEffect(() => {
    if (connection !== 'signed out') return;
    void loadSession().then((session) => {
      if (session.state === 'signed in') nudge();
    });
  }, [connection, loadSession, nudge]);

  useEffect(() => {
    if (day.current !== today) resync();
    day.current = today;
  }, [today, resync]);

  useEffect(() => {
    if (Date.parse(now) - Date.parse(tick.current) > ASLEEP_MS) doubt();
    tick.current = now;
  }, [now, doubt]);

  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') nudge();
    };
    window.addEventListener('online', seen);
    window.addEventListener('offline', doubt);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', seen);
      window.removeEventListener('offline', doubt);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [nudge, doubt]);
}
