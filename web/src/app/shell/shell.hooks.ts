import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { prefetchScreens } from '../routes/screens.ts';

/** Some time after the first screen is shown, so that prefetching does not slow it down. */
const PREFETCH_DELAY_MS = 1500;

export function usePrefetchedScreens(): void {
  useEffect(() => {
    const timer = setTimeout(prefetchScreens, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Focuses the content of a new screen, unless the screen focused one of its fields. The first screen keeps the browser's focus. */
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

/** The widths at which the side menu shows icons only; the same as in its style sheet. */
export const ICONS_ONLY = '(768px <= width <= 1024px)';

/** Whether a media query matches, updated when it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
