import { useEffect, useEffectEvent } from 'react';

/** Calls `onEscape` when Esc is pressed, wherever the focus is. */
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
