import { useEffect, useState, useSyncExternalStore } from 'react';

/** The screen stays on while the wall is looked at, where browsers can do that; the lock goes with the page's sight. */
export function useScreenKeptOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      // Refused on a low battery: then the screen goes off as usual.
      const taken = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) await taken?.release();
      else lock = taken;
    };
    const again = () => void take();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}

export type FullScreen = { isPossible: boolean; isOn: boolean; toggle: () => void };

export function useFullScreen(): FullScreen {
  const isOn = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null);
  return {
    isPossible: document.fullscreenEnabled,
    isOn,
    toggle() {
      const change = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      // Refused: it stays as it is, and the button says so.
      change.catch(() => undefined);
    },
  };
}

function watchFullScreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

const REST_MS = 4000;

/** Nobody has touched mouse, screen or keyboard for a while: what is for them may go. */
export function useAtRest(): boolean {
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      clearTimeout(timer);
      setAtRest(false);
      timer = setTimeout(() => setAtRest(true), REST_MS);
    };
    wake();
    const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const sign of signs) document.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, wake);
    };
  }, []);
  return atRest;
}
