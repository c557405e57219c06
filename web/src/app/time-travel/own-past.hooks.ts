import { useAtomValue } from 'jotai';
import { todayAtom } from '../clock.atoms.ts';
import { useResource } from '../lists/resource.hooks.ts';
import { employeeAtom } from '../session/session.atoms.ts';
import { pastSales, pastSelf, pastTotal } from './own-past.atoms.ts';

/** Loads the own figures of the past; only for a screen that shows it. */
export function useOwnPast(): void {
  const { id } = useAtomValue(employeeAtom);
  useResource(pastSelf, id);
  useResource(pastSales, useAtomValue(todayAtom));
  useResource(pastTotal, id);
}
