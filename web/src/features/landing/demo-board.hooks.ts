import { useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect } from 'react';
import { demoIsRunningAtom, demoIsVisibleAtom, nextDemoSaleAtom } from './demo-board.atoms.ts';

const PACE_MS = 2_400;

/** While `board` is visible a sale is closed every few seconds; not while it is scrolled away or in another tab. */
export function useDemo(board: RefObject<HTMLElement | null>): void {
  const isRunning = useAtomValue(demoIsRunningAtom);
  const sell = useSetAtom(nextDemoSaleAtom);
  const setInSight = useSetAtom(demoIsVisibleAtom);
  useEffect(() => {
    let isNear = false;
    const tell = () => setInSight(isNear && !document.hidden);
    const watch = new IntersectionObserver((entries) => {
      isNear = entries.at(-1)?.isIntersecting ?? false;
      tell();
    });
    if (board.current) watch.observe(board.current);
    document.addEventListener('visibilitychange', tell);
    return () => {
      watch.disconnect();
      document.removeEventListener('visibilitychange', tell);
      setInSight(false);
    };
  }, [board, setInSight]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(sell, PACE_MS);
    return () => clearInterval(timer);
  }, [isRunning, sell]);
}
