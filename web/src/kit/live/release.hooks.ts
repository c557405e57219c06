import { useAtomValue, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { servedReleaseAtom } from '../../live/live.atoms.ts';
import { unsavedAtom } from '../forms/unsaved-work.atoms.ts';
import { attemptsOfTab, moveTo, ownRelease, shouldMove } from './release.ts';

/** A person who has not touched the page for so long is at rest. */
const IDLE_MS = 5 * 60_000;
/** Walls do not all load at once; each within a minute. */
const WALL_WITHIN_MS = 30_000;

/** The release to move to; null while the page has the one of the server. */
function useNewRelease(): string | null {
  const served = useAtomValue(servedReleaseAtom);
  return shouldMove(ownRelease(), served, attemptsOfTab(), Date.now()) ? served : null;
}

const TOUCHES = ['pointerdown', 'keydown'] as const;

/** Calls `onTouch` with every touch of the page, and `onHide` when it is left for another tab, until it is ended. */
function watchPerson(onTouch: () => void, onHide: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') onHide();
  };
  document.addEventListener('visibilitychange', hidden);
  for (const touch of TOUCHES) document.addEventListener(touch, onTouch);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    for (const touch of TOUCHES) document.removeEventListener(touch, onTouch);
  };
}

/**
 * Moves to the release of the server when nothing can be lost: with the next screen, in the background, on return from
 * there before the first touch, or after a pause.
 */
export function useMoveAtRest(): void {
  const release = useNewRelease();
  const store = useStore();
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);
  const isInUse = useRef(document.visibilityState === 'visible');

  useEffect(() => {
    const use = (is: boolean) => () => {
      isInUse.current = is;
    };
    return watchPerson(use(true), use(false));
  }, []);

  useEffect(() => {
    const before = arrivedAt.current;
    arrivedAt.current = pathname;
    if (release === null) return;
    const move = () => {
      if (!store.get(unsavedAtom) && !isBusy()) moveTo(release);
    };
    if (before !== pathname || !isInUse.current) move();
    let timer = setTimeout(move, IDLE_MS);
    const leave = watchPerson(() => {
      clearTimeout(timer);
      timer = setTimeout(move, IDLE_MS);
    }, move);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [release, pathname, store]);
}

/** A dialog is open, or a field with a text has the focus. */
function isBusy(): boolean {
  const focused = document.activeElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  return document.querySelector('dialog[open]') !== null || (isField && focused.value !== '');
}

/** The same for the wall, which runs unattended. */
export function useMoveOnWall(): void {
  const release = useNewRelease();
  useEffect(() => {
    if (release === null) return;
    const timer = setTimeout(() => moveTo(release), Math.random() * WALL_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [release]);
}
