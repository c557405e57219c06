import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { proofResource, verificationAtom } from './proof.atoms.ts';

/** How often progress is asked for, in milliseconds. */
const LOOK_MS = 400;

/** Follows a check that is under way, whoever began it. */
export function useProgress(): void {
  const verification = useAtomValue(verificationAtom);
  const reload = useSetAtom(proofResource.reloadAtom);
  useEffect(() => {
    // A new answer is another object, so each of them has the next one asked for.
    if (verification?.state !== 'running') return;
    const timer = setTimeout(() => void reload(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [verification, reload]);
}
