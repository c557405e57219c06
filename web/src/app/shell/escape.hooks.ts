import { useEffect, useEffectEvent } from 'react';

/** Hears Esc wherever the focus is on the page. */
export function useEscapeKey(onEscape: () => void): void {
  const heard = useEffectEvent(onEscape);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') heard();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
