import { useStore } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/** Whether somebody is signed in here; false until the answer is in. Asked after the page is drawn. */
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
    // Without an answer the page is that of a visitor.
    ask().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [store]);
  return isSignedIn;
}

/** What search engines show below the title; the general one again afterwards. */
export function useDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector('meta[name="description"]');
    const general = meta?.getAttribute('content') ?? '';
    meta?.setAttribute('content', text);
    return () => meta?.setAttribute('content', general);
  }, [text]);
}

/** Who came by a link goes on at the content; not where a field of it has the focus already. */
export function useFocusOnContent(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const cameBy = useNavigationType();
  useEffect(() => {
    if (cameBy === 'POP' || content.current?.contains(document.activeElement)) return;
    content.current?.focus({ preventScroll: true });
  }, [cameBy]);
  return content;
}
