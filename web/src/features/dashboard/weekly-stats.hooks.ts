import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { todayAtom } from '../../app/clock.atoms.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { earnedBeforeAtom, weeklyStats } from './weekly-stats.atoms.ts';

/** What no news tells of: a shift of an earlier day that somebody changed. */
const REFRESH_MS = 300_000;

/** Loads the chart's days, and again when an earlier one changed. */
export function useWeeklyStats(): void {
  const reload = useSetAtom(weeklyStats.reloadAtom);
  const earnedBefore = useAtomValue(earnedBeforeAtom);
  const known = useRef(earnedBefore);
  useResource(weeklyStats, useAtomValue(todayAtom));
  useEffect(() => {
    if (known.current !== undefined && known.current !== earnedBefore) void reload();
    known.current = earnedBefore;
  }, [earnedBefore, reload]);
  useEffect(() => {
    const timer = setInterval(() => void reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
}
