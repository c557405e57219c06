import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import type { Form } from './form.atoms.ts';
import { unsavedAtom, waitingToLeaveAtom } from './unsaved-work.atoms.ts';

type Question = { readonly isOpen: boolean; readonly stay: () => void; readonly leave: () => void };

/** Stops each way that leads away from a form with unsaved work: a link, Back, a reload, logging out. */
export function useUnsavedWork<Draft>(form: Pick<Form<Draft>, 'changedAtom' | 'discardAtom'>): Question {
  const store = useStore();
  const changed = useAtomValue(form.changedAtom);
  const discard = useSetAtom(form.discardAtom);
  const setUnsaved = useSetAtom(unsavedAtom);
  const [waiting, setWaiting] = useAtom(waitingToLeaveAtom);
  // Asked again at the moment of leaving: a saved form may leave before it is drawn again.
  const isLosing: BlockerFunction = ({ currentLocation, nextLocation }) =>
    store.get(form.changedAtom) && currentLocation.pathname !== nextLocation.pathname;
  const blocker = useBlocker(isLosing);
  const isOpen = blocker.state === 'blocked' || waiting !== null;

  useEffect(() => {
    setUnsaved(changed);
    return () => setUnsaved(false);
  }, [changed, setUnsaved]);

  useEffect(() => {
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      if (store.get(unsavedAtom)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store]);

  const leave = () => {
    setWaiting(null);
    discard();
    setUnsaved(false);
    blocker.proceed?.();
    waiting?.go();
  };
  // Saved while the question was open: nothing is left to ask.
  const goOn = useEffectEvent(leave);
  useEffect(() => {
    if (isOpen && !changed) goOn();
  }, [isOpen, changed]);

  return {
    isOpen,
    stay() {
      setWaiting(null);
      blocker.reset?.();
    },
    leave,
  };
}
