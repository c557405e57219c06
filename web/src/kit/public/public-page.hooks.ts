import { useStore } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/** Whether a person is signed in here; false until the answer arrives. Asked after the page is drawn. */
export function useSignedIn(): boolean {
  const store = useStore();
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      const { askSignedInAtom } = await import('../session/session.atoms.ts');
      const answer = await store.set(askSignedInAtom);
      if (!isLeft) setSignedIn(answer);
    };
    // Without an answer the page stays that of a visitor.
    ask().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [store]);
  return isSignedIn;
}

/** The description for search engines; the general one again when the page is left. */
export function useDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector('meta[name="description"]');
    const general = meta?.getAttribute('content') ?? '';
    meta?.setAttribute('content', text);
    return () => meta?.setAttribute('content', general);
  }, [text]);
}

/** Focuses the content after a link was followed, unless one of its fields has the focus. */
export function useFocusOnContent(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const cameBy = useNavigationType();
  useEffect(() => {
    if (cameBy === 'POP' || content.current?.contains(document.activeElement)) return;
    content.current?.focus({ preventScroll: true });
  }, [cameBy]);
  return content;
}
