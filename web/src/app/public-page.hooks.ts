import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { askSignedInAtom } from './session.atoms.ts';

/** Whether somebody is signed in here; false until the answer is in. */
export function useSignedIn(): boolean {
  const ask = useSetAtom(askSignedInAtom);
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void ask().then((answer) => {
      if (!isLeft) setSignedIn(answer);
    });
    return () => {
      isLeft = true;
    };
  }, [ask]);
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
