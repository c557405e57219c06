import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { shortcutsAtom } from '../../kit/theme.atoms.ts';
import { motionAllowed } from '../../ui/motion.ts';
import { pauseAtom, rewindAtom, seekAtom, startAtom, stepAtom, toggleAtom } from './player.atoms.ts';
import { type ReplayQuestion, replayQuery } from './replay.atoms.ts';
import { REPLAY_MS } from './tempo.ts';

/** Loads the day and plays it from the beginning, once per mounted screen; people who asked for less motion start it themselves. */
export function useReplay(question: ReplayQuestion): void {
  const isThere = useQuery(replayQuery, question) !== undefined;
  const [rewind, start, pause] = [useSetAtom(rewindAtom), useSetAtom(startAtom), useSetAtom(pauseAtom)];
  useEffect(() => {
    rewind();
    if (isThere && motionAllowed()) start();
    return pause;
  }, [rewind, start, pause, isThere]);
}

/** Space plays and pauses, arrows step from event to event, Home and End jump to the ends. */
export function useReplayKeys(): void {
  const isOn = useAtomValue(shortcutsAtom);
  const [toggle, step, seek] = [useSetAtom(toggleAtom), useSetAtom(stepAtom), useSetAtom(seekAtom)];
  const does: Readonly<Record<string, () => void>> = {
    ' ': () => toggle(),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => seek(0),
    End: () => seek(REPLAY_MS),
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = does[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range';
    if (!isSlider && (!isOn || isTaken(event.target, event.key))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
}

/** Whether the focused element, an open dialog or an open menu uses the keys. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog:modal, :popover-open')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return true;
  return key === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName);
}
