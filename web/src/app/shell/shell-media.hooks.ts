import { useCallback, useSyncExternalStore } from 'react';

/** Widths at which the side menu is icons only; its style sheet says the same. */
export const ICONS_ONLY = '(768px <= width <= 1024px)';

/** Whether a media query holds, now and whenever it changes. */
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
