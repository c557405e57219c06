import { useEffect, useState, useSyncExternalStore } from 'react';

/** Keeps the screen on while the wall is visible, where browsers support it; the browser releases the lock of a hidden page. */
export function useScreenKeptOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      // Refused, for example on a low battery: then the screen turns off as usual.
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
      // Refused: nothing changes, and the button says so.
      change.catch(() => undefined);
    },
  };
}

function watchFullScreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

const REST_MS = 4000;

/** Whether mouse, screen and keyboard were not used for a while: then the controls are hidden. */
export function useIdle(): boolean {
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
