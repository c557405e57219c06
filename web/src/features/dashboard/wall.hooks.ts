import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { useEscapeKey } from '../../kit/escape.hooks.ts';
import { boardAtom } from '../../kit/numbers/billboard.atoms.ts';
import { paths } from '../../kit/paths.ts';
import { celebrationAtom, noticeBoardAtom, stopCelebratingAtom } from './celebration.atoms.ts';
import { soundAtom } from './wall.atoms.ts';

/** Celebrates closed sales while the wall is shown; on a screen of the past nothing is celebrated. */
export function useCelebrations(): void {
  const board = useAtomValue(boardAtom);
  const notice = useSetAtom(noticeBoardAtom);
  const stop = useSetAtom(stopCelebratingAtom);
  const isPast = useAtomValue(isPastAtom);
  useEffect(() => {
    if (isPast) stop();
    else if (board) notice(board);
  }, [board, notice, stop, isPast]);
  useEffect(() => stop, [stop]);
}

/** Plays a short tone for each celebration, when sound is on. */
export function useTone(): void {
  const celebration = useAtomValue(celebrationAtom);
  const isOn = useAtomValue(soundAtom);
  useEffect(() => {
    if (celebration && isOn) playTone();
  }, [celebration, isOn]);
}

/** Esc ends full screen, which the browser does itself; the next Esc leads back to the dashboard. */
export function useEscape(): void {
  const navigate = useNavigate();
  useEscapeKey(() => {
    if (document.fullscreenElement === null) void navigate(paths.dashboard);
  });
}

/** Two notes, an octave's third apart, in hertz. */
const NOTES = [659.25, 830.61];
const NOTE_S = 0.14;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/** Plays a short, soft tone. Browsers allow it only after the person has used the page. */
function playTone(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const [at, note] of NOTES.entries()) {
    const start = context.currentTime + at * NOTE_S;
    const voice = new OscillatorNode(context, { type: 'sine', frequency: note });
    const level = new GainNode(context, { gain: 0 });
    level.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, start + 3 * NOTE_S);
    voice.connect(level).connect(context.destination);
    voice.start(start);
    voice.stop(start + 3 * NOTE_S);
  }
}

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

type FullScreen = { isPossible: boolean; isOn: boolean; toggle: () => void };

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
