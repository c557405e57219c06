import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { reportError } from '../report-error.ts';
import { isMissingChunk } from './missing-chunk.ts';

/** `moving`: the chunk of the screen is gone after a release, and its address is loaded as a page of the new one. */
export function useFailure(): 'moving' | 'missing' | 'failed' {
  const error = useRouteError();
  const isMissing = isMissingChunk(error);
  const [isMoving] = useState(() => isMissing && navigator.onLine && isFirstAttempt());
  useEffect(() => {
    if (isMoving && noteAttempt()) window.location.reload();
  }, [isMoving]);
  useEffect(() => {
    if (!isMissing || isMoving) return;
    // Without a network the screen comes with the network.
    const again = () => window.location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isMissing, isMoving]);
  useEffect(() => {
    if (!isMissing) void reportError(error);
  }, [error, isMissing]);
  if (!isMissing) return 'failed';
  return isMoving ? 'moving' : 'missing';
}

const KEY = 'tallyboard.loaded-again';
const AGAIN_AFTER_MS = 60_000;

/** Whether this address was not loaded again in the last minute: a page that fails each time is not loaded for ever. */
function isFirstAttempt(): boolean {
  try {
    const last = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { href: string; at: number } | null;
    return last?.href !== window.location.href || Date.now() - last.at >= AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}

function noteAttempt(): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ href: window.location.href, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}
