import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { loadAhead } from '../routes/screens.ts';

/** A moment after the first screen is there, so that it waits for nothing. */
const AHEAD_MS = 1500;

export function useScreensAhead(): void {
  useEffect(() => {
    const timer = setTimeout(loadAhead, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** A new screen takes the focus, unless it has put it somewhere itself; the first one leaves it to the page. */
export function useFocusOnArrival(id: string): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const content = document.getElementById(id);
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname, id]);
}
